import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { solve } from '@muster/optimiser/solve';
import type { Options } from '@muster/optimiser/solve';

import { clock } from './clock.ts';
import { measureDisruptions } from './disruption.ts';
import { measureField } from './field.ts';
import type { Instance } from './instance.ts';
import { scalePlot } from './plot.ts';
import { readSolomonFolder } from './read-solomon.ts';
import { readStoredRoutes, readVrplibFolder } from './read-vrplib.ts';
import { checkRules } from './rules.ts';
import { growth, measureScale } from './scale.ts';
import { measureSlots } from './slots.ts';
import { verify } from './verify.ts';
import { toProblem } from './instance.ts';

const usage = `node bench/optimiser/run.ts PART … [--seconds=S] [--folder=DIR] [--only=REGEXP] [--seed=N] [--cpu] [--cold]
Parts: solomon homberger sdvrptw mdvrptw pcvrptw (gap to the best known, each result verified),
       stored (the verifier on the stored solutions), field disruption slots scale rules. Without a part: a short form of all of them.
--cold plans field days without warming up, as the first thing a process does.
--cpu counts the process's own time instead of wall time: for a machine that others use as well.
Tables and the plot are written to .cache/optimiser.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    folder: { type: 'string', default: '../shared/vrptw' },
    only: { type: 'string', default: '.' },
    seed: { type: 'string', default: '1' },
    problems: { type: 'string', default: '10000' },
    cpu: { type: 'boolean', default: false },
    cold: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const out = join(import.meta.dirname, '../../.cache/optimiser');
mkdirSync(out, { recursive: true });

function report(name: string, rows: readonly Readonly<Record<string, string | number>>[]): void {
  const text = markdown(rows);
  console.log(`\n## ${name}\n\n${text}`);
  writeFileSync(join(out, `${name}.md`), text);
}

function runSet(name: string, instances: readonly Instance[], seconds: number): void {
  const chosen = instances.filter((instance) => new RegExp(values.only).test(instance.name));
  if (chosen.length === 0) {
    console.log(`\n## ${name}\n\nNo instances in ${values.folder}.`);
    return;
  }
  const outcomes: Measurement[] = chosen.map((instance) =>
    measure(instance, { seed, stop: { milliseconds: seconds * 1000, clock } }),
  );
  const mean = outcomes.reduce((sum, { gap }) => sum + gap, 0) / outcomes.length;
  report(`${name} in ${seconds} s`, [
    ...outcomes,
    { name: 'mean', set: name, cost: '', gap: mean, iterations: '' },
  ]);
}

const seconds = (usual: number): number => Number(values.seconds ?? usual);
const parts: Record<string, () => void> = {
  solomon: () => runSet('solomon', readSolomonFolder(values.folder, 'solomon'), seconds(1)),
  homberger: () => runSet('homberger', readSolomonFolder(values.folder, 'homberger'), seconds(10)),
  sdvrptw: () => runSet('sdvrptw', readVrplibFolder(values.folder, 'sdvrptw'), seconds(60)),
  mdvrptw: () => runSet('mdvrptw', readVrplibFolder(values.folder, 'mdvrptw'), seconds(60)),
  pcvrptw: () => runSet('pcvrptw', readVrplibFolder(values.folder, 'pcvrptw'), seconds(60)),
  stored: () => {
    const instances = ['sdvrptw', 'mdvrptw', 'pcvrptw'].flatMap((set) =>
      readVrplibFolder(values.folder, set),
    );
    const rows = instances.map((instance) => {
      const verified = verify(instance.raw, readStoredRoutes(values.folder, instance));
      return { name: instance.name, set: instance.set, stored: instance.best, verified };
    });
    report('stored', rows);
  },
  field: () => report('field', measureField(seconds(60), seed, values.cold)),
  disruption: () => report('disruption', measureDisruptions(seed, seconds(10) / 10)),
  slots: () => report('slots', measureSlots(seed)),
  scale: () => {
    const points = measureScale([50, 100, 200, 400, 800], seconds(4));
    const exponent = growth(points);
    report('scale', [...points, { visits: 'growth', milliseconds: `n^${exponent.toFixed(2)}` }]);
    writeFileSync(join(out, 'scale.svg'), scalePlot(points, exponent));
  },
  rules: () => report('rules', [checkRules(Number(values.problems))]),
};

if (values.help) console.log(usage);
else for (const part of positionals.length > 0 ? positionals : Object.keys(parts)) parts[part]?.();

/** Rows as a Markdown table. */
function markdown(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const [first] = rows;
  if (first === undefined) return '(nothing)\n';
  const columns = Object.keys(first);
  const show = (value: string | number | undefined): string =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(3) : String(value ?? '');
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => show(row[column])))),
    '',
  ].join('\n');
}

type Measurement = {
  readonly name: string;
  readonly set: string;
  readonly cost: number;
  readonly gap: number;
  readonly iterations: number;
};

/** Solves one instance and lets the independent verifier confirm the cost. */
function measure({ name, set, best, raw }: Instance, options: Options): Measurement {
  const result = solve(toProblem(raw), options);
  const routes: number[][] = raw.vehicles.map(() => []);
  for (const { technician, stops } of result.schedule.routes)
    routes[Number(technician.slice(1))]?.push(...stops.map(({ visit }) => Number(visit.slice(1))));
  const cost = verify(raw, routes);
  if (cost !== result.cost)
    throw new Error(`${name}: the optimiser says ${result.cost}, the verifier ${cost}`);
  return { name, set, cost, gap: (cost / best - 1) * 100, iterations: result.iterations };
}
