import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { step } from '../../scripts/prepare.mjs';
import { temporaryFolder } from '../../apps/server/test/temporary-folder.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js');
const flags = '--headless --no-sandbox --disable-gpu --disable-background-networking';

/** Of several visits, the middle of each: the machine has other things to do now and then. */
export interface Visit {
  /** From 0 to 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  /** Milliseconds until the largest thing is painted, on a phone with a slow line. */
  lcp: number;
  cls: number;
  /** Milliseconds that the page was deaf while it loaded. */
  blocked: number;
}

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

export async function ensureLighthouse(): Promise<void> {
  if (existsSync(program)) return;
  await step('Installing Lighthouse (once)', 'npm', [
    'ci',
    '--prefix',
    import.meta.dirname,
    '--ignore-scripts',
  ]);
}

/** As somebody whom the headers name, where they name somebody. */
export async function visit(
  url: string,
  chromium: string,
  times: number,
  headers: Record<string, string> = {},
): Promise<Visit> {
  const folder = temporaryFolder();
  try {
    const visits: Visit[] = [];
    for (let time = 0; time < times; time++)
      visits.push(await once(url, chromium, join(folder.path, 'report.json'), headers));
    const names = Object.keys(visits[0]!) as (keyof Visit)[];
    return Object.fromEntries(
      names.map((name) => [name, middle(visits.map((visit) => visit[name]))]),
    ) as unknown as Visit;
  } finally {
    folder.remove();
  }
}

/** Lighthouse's own settings for a phone: slow 4G, a fourth of the processor. */
async function once(
  url: string,
  chromium: string,
  path: string,
  headers: Record<string, string>,
): Promise<Visit> {
  const options = [
    '--output=json',
    `--output-path=${path}`,
    '--quiet',
    `--chrome-flags=${flags}`,
    `--extra-headers=${JSON.stringify(headers)}`,
  ];
  await run(
    process.execPath,
    [program, url, ...options, '--only-categories=performance,accessibility,best-practices'],
    {
      env: { ...process.env, CHROME_PATH: chromium },
    },
  );
  const { categories, audits } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const score = (name: string) => 100 * (categories[name]?.score ?? 0);
  const value = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    blocked: value('total-blocking-time'),
  };
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
