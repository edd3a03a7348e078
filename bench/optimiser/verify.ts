import type { Raw } from './instance.ts';

/**
 * Checks routes against the published instance and returns their cost. Shares no code with the optimiser or the
 * domain's evaluator. routes[v] lists the clients of vehicle v, by index.
 */
export function verify(raw: Raw, routes: readonly (readonly number[])[]): number {
  const seen = new Set<number>();
  let cost = 0;
  routes.forEach((route, v) => {
    const vehicle = raw.vehicles[v];
    if (vehicle === undefined) throw new Error(`there is no vehicle ${v}`);
    if (route.length === 0) return;
    let at = vehicle.depot;
    let load = 0;
    // The earliest end, and the least time on the road for any departure, are found by trying to leave at the
    // latest moment that does not end later (waiting is pushed back to the depot).
    const stops = route.map((c) => {
      const client = raw.clients[c];
      if (client === undefined) throw new Error(`there is no client ${c}`);
      if (seen.has(c)) throw new Error(`client ${c} is served twice`);
      if (vehicle.serves !== undefined && !vehicle.serves.has(c))
        throw new Error(`vehicle ${v} may not serve ${c}`);
      seen.add(c);
      load += client.demand;
      const drive = raw.distance[at * raw.places + client.place] ?? Number.NaN;
      cost += drive;
      at = client.place;
      return { ...client, drive, c };
    });
    const home = raw.distance[at * raw.places + vehicle.depot] ?? Number.NaN;
    cost += home;
    if (load > vehicle.capacity) throw new Error(`vehicle ${v} is overloaded`);
    let time = vehicle.start;
    for (const stop of stops) {
      time = Math.max(time + stop.drive, stop.ready);
      if (time > stop.due) throw new Error(`client ${stop.c} is served late`);
      time += stop.service;
    }
    const end = time + home;
    if (end > vehicle.end) throw new Error(`vehicle ${v} is back late`);
    let leave = end - home;
    for (const stop of stops.toReversed()) leave = Math.min(leave - stop.service, stop.due) - stop.drive;
    if (end - leave > (vehicle.maxDuration ?? Infinity)) throw new Error(`vehicle ${v} is out too long`);
  });
  raw.clients.forEach(({ prize }, c) => {
    if (seen.has(c)) return;
    if (prize === undefined) throw new Error(`client ${c} is not served`);
    cost += prize;
  });
  return cost;
}
