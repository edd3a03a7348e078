import type { Problem, Shift, Technician } from '@muster/domain/dispatch/scheduling/problem';

/** Two bytes for each time where that is enough: what a search reads most should fit into the processor's cache. */
export type Times = Uint16Array | Int32Array;

/** The problem as flat integer arrays: what the search reads and never writes. */
export type Model = {
  /** Nodes 0 … nodes-1 are visits; a visit for a crew of k is k nodes in a row. */
  readonly nodes: number;
  /** One route per shift; nodes + 2r and nodes + 2r + 1 are the start and the end of route r. */
  readonly routes: number;
  readonly technicians: number;
  /** Rows of a travel matrix. */
  readonly places: number;
  /** All profiles one after the other: travel[base + from * places + to]. */
  readonly travel: Times;
  /** The same, turned: the times into a visit lie together as well. One array with travel where they are alike; for searches alone. */
  readonly inbound: Times;
  readonly place: Int32Array;
  /** Hull of the windows. */
  readonly ready: Int32Array;
  readonly due: Int32Array;
  readonly service: Int32Array;
  /** First kind of load. */
  readonly demand: Int32Array;
  /** Price of leaving the node out (a crew's first node carries it all). */
  readonly penalty: Float64Array;
  readonly capacity: Int32Array;
  readonly routeStart: Int32Array;
  /** No route ends later than this. */
  readonly routeEnd: Int32Array;
  /** Price of a unit of travel, weight and technician's rate together. */
  readonly rate: Int32Array;
  /** Routes that are alike when empty share a type; one of each is tried. */
  readonly routeType: Int32Array;
  readonly types: number;
  /** Whether some shifts never meet: several days. */
  readonly spread: boolean;
  /** Nodes that no move takes out. */
  readonly pinned: Uint8Array;
  /** Neither pinned visits nor crews: visits can be taken out in chains. */
  readonly allFree: boolean;
  /** Everything beyond one matrix, one window, one load and free choice of technician. */
  readonly rich: RichModel;
};

export type RichModel = {
  /** Offset of the route's profile in the travel arrays. */
  readonly base: Int32Array;
  readonly technician: Int32Array;
  /** assign[node * routes + r]: price of that technician on that visit, -1 where it is forbidden. */
  readonly assign: Int32Array;
  /** Windows of node i: windowStart/windowEnd[windowAt[i] … windowAt[i + 1] - 1]. */
  readonly windowAt: Int32Array;
  readonly windowStart: Int32Array;
  readonly windowEnd: Int32Array;
  /** Breaks of route r, likewise. */
  readonly breakAt: Int32Array;
  readonly breakEarliest: Int32Array;
  readonly breakLatest: Int32Array;
  readonly breakDuration: Int32Array;
  /** Most breaks of a shift, plus one. */
  readonly width: number;
  /** Shifts with at most one break and no longest duration. */
  readonly simple: Uint8Array;
  /** Shifts whose stretches are told by three numbers: see spans.ts. */
  readonly spanned: Uint8Array;
  readonly promise: Int32Array;
  readonly lateness: number;
  readonly regularEnd: Int32Array;
  readonly overtime: number;
  /** Start in the current schedule, or NEVER. */
  readonly currentStart: Int32Array;
  readonly retimed: number;
  readonly retimeTolerance: number;
  readonly maxDuration: Int32Array;
  readonly hasDuration: boolean;
  /** Whether starting later can cost something in a problem with a longest duration. */
  readonly delayPriced: boolean;
  readonly share: Int32Array;
  readonly fairness: number;
  readonly shiftCost: Int32Array;
  /** Kinds of load beyond the first: demands[node * kinds + k], limits[r * kinds + k]. */
  readonly kinds: number;
  readonly demands: Int32Array;
  readonly limits: Int32Array;
  /** Nodes of the same visit: crewFirst[i] … crewFirst[i] + crewSize[i] - 1. */
  readonly crewFirst: Int32Array;
  readonly crewSize: Int32Array;
  readonly hasCrews: boolean;
  /** For the first node of a crew with skills per member: whether technician t meets list k, at [k * technicians + t]. */
  readonly crewLists: ReadonlyMap<number, Uint8Array>;
  /** Whether the timetable costs anything, or constrains beyond windows: then a position needs a trial run. */
  readonly timed: boolean;
  /** Whether times are a matter of one window per visit alone: then departures and latest starts tell everything. */
  readonly windowsOnly: boolean;
};

/** Far beyond any time, and far from overflow when times are added to it. */
export const NEVER = 1 << 29;

/** The problem's names and the model's numbers side by side. */
export type Compiled = {
  readonly problem: Problem;
  readonly model: Model;
  /** Node → index of its visit. */
  readonly visitOf: Int32Array;
  /** Visit → its first node. */
  readonly nodeOf: Int32Array;
  /** Route → technician and shift. */
  readonly technicianOf: Int32Array;
  readonly shiftOf: readonly Shift[];
  /** The model counts its times from here: the problem's may be of any size. */
  readonly zero: number;
};

/** What a model needs to know beside the problem, where that is only a part of a larger one. */
export type CompileOptions = {
  /** No matrix is turned, as few drives are read. */
  readonly forQuestions?: boolean;
  /** Visit time that is fair for each technician. */
  readonly shares?: readonly number[];
  /** What is on the vehicle of a technician in a shift already, by kind of load. */
  readonly loaded?: (technician: string, shift: string) => readonly number[];
  /** Whether a technician may be given a visit, beside what the rules say. */
  readonly mayTake?: (visit: string, technician: string) => boolean;
};

/** How much of one kind of load a vehicle still carries. */
export function roomFor(
  { id, capacity }: Technician,
  shift: Shift,
  kind: number,
  { loaded }: CompileOptions,
): number {
  const most = capacity?.[kind];
  return most === undefined ? NEVER : Math.max(0, most - (loaded?.(id, shift.id)[kind] ?? 0));
}
