import type { Booking, Bookings, DayDispatch } from '@muster/domain/work/assignments/schema';
import { followBoard } from '@muster/domain/dispatch/board/follow';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { QueryClient } from '@tanstack/react-query';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';
import { type NumberedChange, changesAfter } from '../../../lib/live/live.ts';

/** A board as the server has confirmed it. */
export interface KnownBoard {
  readonly tables: BoardTables;
  /** The number of the last change that it holds. */
  readonly change: number;
  /** The commands that it was told of lately: one of one's own is confirmed by that. */
  readonly commands: readonly string[];
}

const base = '/services/scheduling/api/v1';
const mostCommands = 100;

export function boardQuery(from: LocalDate, to: LocalDate) {
  return {
    queryKey: ['board', from, to],
    queryFn: () => loadBoard(from, to),
    meta: {
      tables: [
        'accounts',
        'skills',
        'technicians',
        'tickets',
        'absences',
        'customers',
        'sites',
        'jobs',
        'visits',
        'assignments',
        'field_records',
        'customer_messages',
      ],
      follow,
    },
    // The stream keeps it up to date.
    staleTime: Infinity,
    // Long enough to turn back to; a day of 500 technicians is 10 MB, and each is followed as long as it is kept.
    gcTime: 60_000,
    structuralSharing: false as const,
  };
}

async function loadBoard(from: LocalDate, to: LocalDate): Promise<KnownBoard> {
  const { change, ...tables } = await answer(api.GET(`${base}/board`, { params: { query: { from, to } } }));
  let known: KnownBoard = { tables, change, commands: [] };
  // The stream may have told of more while this was read.
  for (const told of changesAfter(change)) {
    const next = follow(known, told);
    if (next === undefined) return loadBoard(from, to);
    known = next;
  }
  return known;
}

/** Whether a job is at a place that the boards may have no road times of. */
export function isElsewhere({ entries }: NumberedChange['change']): boolean {
  return (
    entries?.some(({ table, fields }) => table === 'jobs' && fields !== null && 'site_id' in fields) ?? false
  );
}

/** New road times have come, or those of a new place are wanted: for the boards that are known, and nothing else of them. */
export async function readRoads(
  queryClient: QueryClient,
  only: 'all' | 'boards by road' = 'all',
): Promise<void> {
  const known = queryClient.getQueriesData<KnownBoard>({ queryKey: ['board'] });
  await Promise.all(
    known.map(async ([queryKey, board]) => {
      if (board === undefined || (only === 'boards by road' && board.tables.roads.places.length === 0))
        return;
      const { from, to } = board.tables;
      const roads = await answer(api.GET(`${base}/board/roads`, { params: { query: { from, to } } }));
      queryClient.setQueryData<KnownBoard>(
        queryKey,
        (latest) => latest && { ...latest, tables: { ...latest.tables, roads } },
      );
    }),
  );
}

function follow(
  known: KnownBoard,
  { number, change: { command, entries, beside } }: NumberedChange,
): KnownBoard | undefined {
  if (number <= known.change) return known;
  if (entries === null) return undefined;
  const tables = followBoard(known.tables, entries, beside);
  return tables && { tables, change: number, commands: [...known.commands, command].slice(-mostCommands) };
}

export function scheduleVisit(id: string, body: Booking, key: string) {
  return answer(api.POST(`${base}/visits/{id}/schedule`, { params: at(id, key), body }));
}

export function resizeVisit(id: string, body: { version: number; duration: number }, key: string) {
  return answer(api.PATCH(`${base}/visits/{id}`, { params: at(id, key), body }));
}

export const unscheduleVisit = (id: string, key: string) =>
  answer(api.POST(`${base}/visits/{id}/unschedule`, { params: at(id, key) }));
export const pinVisit = (id: string, key: string) =>
  answer(api.POST(`${base}/visits/{id}/pin`, { params: at(id, key) }));
export const unpinVisit = (id: string, key: string) =>
  answer(api.POST(`${base}/visits/{id}/unpin`, { params: at(id, key) }));

export const scheduleVisits = (bookings: Bookings['bookings'], key: string) =>
  answer(api.POST(`${base}/visits/schedule`, { params: keyed(key), body: { bookings } }));
export const unscheduleVisits = (visits: string[], key: string) =>
  answer(api.POST(`${base}/visits/unschedule`, { params: keyed(key), body: { visits } }));
export const pinVisits = (visits: string[], key: string) =>
  answer(api.POST(`${base}/visits/pin`, { params: keyed(key), body: { visits } }));
export const unpinVisits = (visits: string[], key: string) =>
  answer(api.POST(`${base}/visits/unpin`, { params: keyed(key), body: { visits } }));
export const dispatchVisits = (visits: string[], key: string) =>
  answer(api.POST(`${base}/visits/dispatch`, { params: keyed(key), body: { visits } }));

export function dispatchDay(body: DayDispatch, key: string) {
  return answer(api.POST(`${base}/dispatch`, { params: keyed(key), body }));
}
