import type { OwnHours } from '@muster/domain/my-hours/schema';
import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { DAY_DATABASE, isDayWiped } from '../../lib/phone-data.ts';
import type { Session } from './session.ts';

/** What lies on the phone beside the outbox: who is signed in, and their next days. */
export interface Kept {
  session: Session;
  visits?: { rows: OwnVisit[]; change: number; read_at: number };
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

export function readKept(): Promise<Kept | undefined> {
  return withDay((db) => db.get('kept', 'kept') as Promise<Kept | undefined>);
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
