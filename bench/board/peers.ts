import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { addDays } from '@muster/domain/values/local-time';
import { build, preview } from 'vite';
import { step } from '../../scripts/prepare.mjs';
import { firstDay } from './business.ts';
import type { Side } from './measure.ts';

const folder = join(import.meta.dirname, 'peers');

/** What the boards of others are given: the same technicians and bookings as ours has, without all that they do not know. */
interface PeerDay {
  date: string;
  technicians: { id: string; name: string }[];
  bookings: { id: string; technician: string; from: number; to: number; title: string }[];
}

interface PeerPage {
  first: PeerDay;
  openPeer(name: string): void;
  showDay(day: PeerDay): void;
}

/** Builds and serves the page on which they are drawn. */
export async function servePeers(): Promise<{ url: string; stop(): Promise<void> }> {
  if (!existsSync(join(folder, 'node_modules')))
    await step('Installing the boards of others (once)', 'npm', [
      'ci',
      '--prefix',
      folder,
      '--ignore-scripts',
    ]);
  await build({ root: folder, configFile: false, logLevel: 'error' });
  const server = await preview({ root: folder, configFile: false, logLevel: 'error', preview: { port: 0 } });
  return { url: server.resolvedUrls!.local[0]!, stop: () => server.close() };
}

export function peers(url: string, read: (date: string) => Promise<BoardTables>): Side[] {
  const side = (name: string, script: string, scroller: string, visit: string): Side => ({
    name,
    scroller,
    visit,
    async open(page) {
      const day = dayOf(await read(firstDay));
      await page.goto(url, { waitUntil: 'networkidle' });
      await page.evaluate((day) => void ((window as unknown as PeerPage).first = day), day);
      return () => page.evaluate((name) => (window as unknown as PeerPage).openPeer(name), script);
    },
    async show(page, at) {
      const day = dayOf(await read(addDays(firstDay, at)));
      await page.evaluate((day) => (window as unknown as PeerPage).showDay(day), day);
    },
  });
  return [
    side('EventCalendar', 'eventCalendar', '.ec-main', '.ec-event'),
    side('vis-timeline', 'visTimeline', '.vis-vertical-scroll', '.vis-item'),
    side(
      'Mantine',
      'mantine',
      '.mantine-ScrollArea-viewport',
      '.mantine-ResourcesDayView-resourcesDayViewEventWrapper',
    ),
  ];
}

function dayOf(tables: BoardTables): PeerDay {
  const job = new Map(tables.jobs.map((one) => [one.id, one]));
  const customer = new Map(tables.customers.map(({ id, name }) => [id, name]));
  const title = new Map(
    tables.visits.map(({ id, job_id }) => [id, customer.get(job.get(job_id)!.customer_id) ?? '']),
  );
  return {
    date: tables.from,
    technicians: tables.technicians.map(({ id, name }) => ({ id, name })),
    bookings: tables.assignments.map(({ id, visit_id, technician_id, starts_at, ends_at }) => ({
      id,
      technician: technician_id,
      title: title.get(visit_id)!,
      from: Date.parse(starts_at),
      to: Date.parse(ends_at),
    })),
  };
}
