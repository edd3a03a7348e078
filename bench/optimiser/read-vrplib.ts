import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Client, Instance, Raw, Vehicle } from './instance.ts';

type Sections = { readonly head: Map<string, string>; readonly body: Map<string, number[][]> };

/** Rich sets: `.vrp` files with the stored solution beside them. */
export function readVrplibFolder(folder: string, set: string): Instance[] {
  if (!existsSync(join(folder, set))) return [];
  const files = readdirSync(join(folder, set)).filter((file) => file.endsWith('.vrp'));
  return files.sort().map((file) => {
    const name = file.replace('.vrp', '');
    const solution = readFileSync(join(folder, set, `${name}.sol`), 'utf8');
    return {
      name,
      set,
      best: Number(/Cost:?\s*(\d+)/.exec(solution)?.[1]),
      raw: readVrplib(readFileSync(join(folder, set, file), 'utf8')),
    };
  });
}

/** The stored solution, as clients by index: its files count depots first. */
export function readStoredRoutes(folder: string, { set, name, raw }: Instance): number[][] {
  const text = readFileSync(join(folder, set, `${name}.sol`), 'utf8');
  const depots = raw.places - raw.clients.length;
  return [...text.matchAll(/Route #\d+:(.*)/g)].map((match) =>
    (match[1] ?? '')
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((client) => Number(client) - depots),
  );
}

function readVrplib(text: string): Raw {
  const sections = split(text);
  const prizes = table(sections, 'PRIZE_SECTION');
  // Prize collecting: truncated to one decimal, times ten. The others: times a thousand, rounded.
  const scale = prizes.size > 0 ? 10 : 1000;
  const whole =
    prizes.size > 0 ? (d: number) => Math.floor(d * scale + 1e-9) : (d: number) => Math.round(d * scale);
  const points = sections.body.get('NODE_COORD_SECTION') ?? [];
  const places = points.length;
  const distance = new Int32Array(places * places);
  points.forEach(([, x = 0, y = 0], i) =>
    points.forEach(([, u = 0, v = 0], j) => (distance[i * places + j] = whole(Math.hypot(x - u, y - v)))),
  );
  const depots = new Set(
    (sections.body.get('DEPOT_SECTION') ?? []).map(([id = 0]) => id).filter((id) => id > 0),
  );
  if (depots.size === 0) depots.add(1);
  const windows = table(sections, 'TIME_WINDOW_SECTION');
  const services = table(sections, 'SERVICE_TIME_SECTION');
  const demands = table(sections, 'DEMAND_SECTION');
  const common = Number(sections.head.get('SERVICE_TIME') ?? 0);
  const ids = points.map(([id = 0]) => id).filter((id) => !depots.has(id));
  const clients = ids.map((id): Client => {
    const [ready = 0, due = 0] = windows.get(id) ?? [];
    const prize = prizes.get(id)?.[0];
    return {
      place: id - 1,
      demand: demands.get(id)?.[0] ?? 0,
      ready: ready * scale,
      due: due * scale,
      service: (services.get(id)?.[0] ?? common) * scale,
      ...(prize !== undefined && { prize: prize * scale }),
    };
  });
  return { distance, places, clients, vehicles: vehiclesOf(sections, windows, scale, ids) };
}

function vehiclesOf(
  sections: Sections,
  windows: Map<number, number[]>,
  scale: number,
  ids: readonly number[],
): Vehicle[] {
  const capacities = table(sections, 'CAPACITY_SECTION');
  const depotOf = table(sections, 'VEHICLES_DEPOT_SECTION');
  const allowed = table(sections, 'VEHICLES_ALLOWED_CLIENTS_SECTION');
  const limit = sections.head.get('VEHICLES_MAX_DURATION');
  const clientAt = new Map(ids.map((id, c) => [id, c]));
  return Array.from({ length: Number(sections.head.get('VEHICLES') ?? 0) }, (_, v) => {
    const depot = depotOf.get(v + 1)?.[0] ?? 1;
    const [start = 0, end = 0] = windows.get(depot) ?? [];
    const serves = allowed.get(v + 1)?.flatMap((id) => clientAt.get(id) ?? []);
    return {
      depot: depot - 1,
      start: start * scale,
      end: end * scale,
      capacity: capacities.get(v + 1)?.[0] ?? Number(sections.head.get('CAPACITY') ?? 0),
      ...(limit !== undefined && { maxDuration: Number(limit) * scale }),
      ...(serves !== undefined && { serves: new Set(serves) }),
    };
  });
}

function split(text: string): Sections {
  const head = new Map<string, string>();
  const body = new Map<string, number[][]>();
  let rows: number[][] | undefined;
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line === '' || line === 'EOF') continue;
    if (line.endsWith('_SECTION')) body.set(line, (rows = []));
    else if (rows !== undefined && /^-?\d/.test(line)) rows.push(line.split(/\s+/).map(Number));
    else head.set(line.split(':')[0]?.trim() ?? '', line.split(':').slice(1).join(':').trim());
  }
  return { head, body };
}

function table(sections: Sections, name: string): Map<number, number[]> {
  return new Map((sections.body.get(name) ?? []).map(([id = 0, ...values]) => [id, values]));
}
