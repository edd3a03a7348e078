import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Instance, Raw } from './instance.ts';

/** Distances carry one decimal, truncated: times ten they are integers. */
const SCALE = 10;
/** Keeps 5.3 from becoming 52.999… before it is truncated. */
const EPSILON = 1e-9;

export function readSolomonFolder(folder: string, set: string): Instance[] {
  const bestFile = join(folder, 'best-known.csv');
  if (!existsSync(bestFile) || !existsSync(join(folder, set))) return [];
  const lines = readFileSync(bestFile, 'utf8').trim().split('\n').slice(1);
  const best = new Map(
    lines.map((line) => [line.split(',')[0], Math.round(Number(line.split(',')[1]) * SCALE)]),
  );
  const files = readdirSync(join(folder, set)).filter((file) => file.endsWith('.txt'));
  return files.sort().map((file) => {
    const name = file.replace('.txt', '');
    const raw = readSolomon(readFileSync(join(folder, set, file), 'utf8'));
    return { name, set, best: best.get(name) ?? Number.NaN, raw };
  });
}

function readSolomon(text: string): Raw {
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const numeric = rows.filter((row) => row.every((value) => Number.isFinite(value)));
  const fleet = numeric.find((row) => row.length === 2);
  const points = numeric.filter((row) => row.length === 7);
  const depot = points[0];
  if (fleet === undefined || depot === undefined) throw new Error('not an instance in Solomon’s format');
  const at = (row: readonly number[], column: number): number => row[column] ?? 0;
  const places = points.length;
  const distance = new Int32Array(places * places);
  points.forEach((a, i) =>
    points.forEach((b, j) => {
      const exact = Math.hypot(at(a, 1) - at(b, 1), at(a, 2) - at(b, 2));
      distance[i * places + j] = Math.floor(exact * SCALE + EPSILON);
    }),
  );
  return {
    distance,
    places,
    clients: points.slice(1).map((row, c) => ({
      place: c + 1,
      demand: at(row, 3),
      ready: at(row, 4) * SCALE,
      due: at(row, 5) * SCALE,
      service: at(row, 6) * SCALE,
    })),
    vehicles: Array.from({ length: at(fleet, 0) }, () => ({
      depot: 0,
      start: at(depot, 4) * SCALE,
      end: at(depot, 5) * SCALE,
      capacity: at(fleet, 1),
    })),
  };
}
