import type { Problem, Technician, Visit } from '@muster/domain/dispatch/scheduling/problem';

/** A published instance: raw numbers for the verifier, a problem for the optimiser. */
export type Instance = {
  readonly name: string;
  readonly set: string;
  /** Cost of the best known (or stored) solution, in the instance's integers. */
  readonly best: number;
  readonly raw: Raw;
};

/** The instance as published, scaled to integers. Location 0 … depots-1 are depots. */
export type Raw = {
  readonly distance: Int32Array;
  readonly places: number;
  readonly clients: readonly Client[];
  readonly vehicles: readonly Vehicle[];
};

export type Client = {
  readonly place: number;
  readonly demand: number;
  readonly ready: number;
  readonly due: number;
  readonly service: number;
  /** Prize that is lost when the client is left out; none: must be served. */
  readonly prize?: number;
};

export type Vehicle = {
  readonly depot: number;
  readonly start: number;
  readonly end: number;
  readonly capacity: number;
  readonly maxDuration?: number;
  /** Clients (by index) it may serve; none: all. */
  readonly serves?: ReadonlySet<number>;
};

const MUST = 100_000_000;

/** Travel alone counts, as in the published convention. */
export function toProblem({ distance, places, clients, vehicles }: Raw): Problem {
  const groups = skillGroups(vehicles);
  const technicians = vehicles.map((vehicle, v): Technician => ({
    id: `v${v}`,
    name: `vehicle ${v}`,
    skills: groups.skillsOf(v),
    capacity: [vehicle.capacity],
    shifts: [
      {
        id: 'day',
        start: vehicle.start,
        end: vehicle.end,
        startPlace: vehicle.depot,
        endPlace: vehicle.depot,
        ...(vehicle.maxDuration !== undefined && { maxDuration: vehicle.maxDuration }),
      },
    ],
  }));
  const visits = clients.map((client, c): Visit => ({
    id: `c${c}`,
    place: client.place,
    duration: client.service,
    windows: [{ start: client.ready, end: client.due }],
    loads: [client.demand],
    penalty: client.prize ?? MUST,
    ...(groups.limited && { skills: groups.skillFor(c) }),
  }));
  const weights = {
    unplaced: MUST,
    lateness: 0,
    travel: 1,
    overtime: 0,
    fairness: 0,
    moved: 0,
    retimed: 0,
    retimeTolerance: 0,
    preference: 0,
  };
  return { travel: [{ places, times: distance }], technicians, visits, weights };
}

/** A skill per client that not everybody may serve. */
function skillGroups(vehicles: readonly Vehicle[]) {
  const limited = vehicles.some((vehicle) => vehicle.serves !== undefined);
  return {
    limited,
    skillsOf: (v: number) => [...(vehicles[v]?.serves ?? [])].map((c) => `client ${c}`),
    skillFor: (c: number) => [`client ${c}`],
  };
}
