import type { OwnHours } from '@muster/domain/field/my-hours/schema';
import type { News, OwnVisit } from '@muster/domain/field/my-visits/schema';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { DAY_DATABASE, isDayWiped } from '../../lib/storage/phone-data.ts';
import { answer, api } from '../../lib/api/api.ts';

/** What lies on the phone beside the outbox: who is signed in, and their next days. */
export interface Kept {
  session: Session;
  /** What an older build kept has no news. */
  visits?: { rows: OwnVisit[]; news?: News[]; change: number; read_at: number };
}

/** When its user works: read seldom, so beside what is written with each reading of the visits. */
export interface KeptHours {
  user: string;
  rows: OwnHours[];
  read_at: number;
}

interface Day extends DBSchema {
  kept: { key: 'kept' | 'hours'; value: Kept | KeptHours };
}

const VERSION = 1;

/** Opened for each use: it is seldom, and a connection that a sleeping phone has cut off is never met. */
async function withDay<T>(work: (db: IDBPDatabase<Day>) => Promise<T>): Promise<T> {
  const db = await openDB<Day>(DAY_DATABASE, VERSION, {
    upgrade(db) {
      db.createObjectStore('kept');
    },
    blocking(_from, _to, event) {
      (event.target as IDBDatabase).close();
    },
  });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

export async function readKept(): Promise<Kept | undefined> {
  const kept = await withDay((db) => db.get('kept', 'kept') as Promise<Kept | undefined>);
  return kept?.visits ? { ...kept, visits: { ...kept.visits, rows: kept.visits.rows.map(whole) } } : kept;
}

/** What an older build kept does not say who is told of a visit, where exactly it is, what was promised, and how long the drive is. */
function whole(visit: OwnVisit): OwnVisit {
  return {
    ...visit,
    told_by_mail: visit.told_by_mail ?? [],
    promise: visit.promise ?? null,
    drive: visit.drive ?? null,
    contacts: visit.contacts.map((one) => Object.assign({}, one, { site_id: one.site_id ?? null })),
    site: {
      ...visit.site,
      id: visit.site.id ?? '',
      position_is_exact: visit.site.position_is_exact ?? false,
      position_is_found: visit.site.position_is_found ?? false,
    },
  };
}

export function readKeptHours(): Promise<KeptHours | undefined> {
  return withDay((db) => db.get('kept', 'hours') as Promise<KeptHours | undefined>);
}

export async function keepHours(hours: KeptHours): Promise<void> {
  if (!isDayWiped()) await withDay((db) => db.put('kept', hours, 'hours'));
}

export async function keep(kept: Kept): Promise<void> {
  if (!isDayWiped()) await withDay((db) => db.put('kept', kept, 'kept'));
}

export type Session = Awaited<ReturnType<typeof loadSession>>;

/** Whether these pages are somebody's: a technician's, or of whoever else in the business is one. What an older build kept does not say. */
export function drives({ user: { role, technician_id } }: Session): boolean {
  return role === 'technician' || (technician_id ?? null) !== null;
}

/** A line that swallows everything ends a reading after this time, and the next one may begin. */
export const READING_MS = 30_000;

export function loadSession() {
  const signal = AbortSignal.timeout(READING_MS);
  return answer(api.GET('/services/authentication/api/session', { signal }));
}

export function endSession() {
  return answer(api.POST('/services/authentication/api/logout'));
}
