import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ProgressReport } from '@muster/domain/work/assignments/schema';
import type { NewFieldRecord } from '@muster/domain/field/field-records/schema';
import type { AttachedKind } from '@muster/domain/field/files/rules';
import type { Pin } from '@muster/domain/work/sites/schema';
import type { Outcome } from '@muster/domain/work/visits/states';

interface Outbox extends DBSchema {
  entries: { key: number; value: Entry; indexes: { id: string; user: string } };
}

/** A database of its own, which no sign-out empties. Later versions may add to it, and never rebuild it: somebody's work is in it. */
const NAME = 'muster-outbox';
const VERSION = 1;
/** On the disk before we say that it is kept: a battery may die the moment after. */
const strict = { durability: 'strict' } as const;

let opened: Promise<IDBPDatabase<Outbox>> | undefined;

function open(): Promise<IDBPDatabase<Outbox>> {
  opened ??= openDB<Outbox>(NAME, VERSION, {
    upgrade(db) {
      const entries = db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
      entries.createIndex('id', 'id', { unique: true });
      entries.createIndex('user', 'user');
    },
    // A newer page waits for this one: it may have the database, the next call opens it anew.
    blocking(_from, _to, event) {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
  // What could not be opened now may be the next time, as when the phone was full.
  opened.catch(() => (opened = undefined));
  return opened;
}

/** Some phones cut the database off while the page sleeps: it is opened anew, and asked once more. */
async function withOutbox<T>(work: (db: IDBPDatabase<Outbox>) => Promise<T>): Promise<T> {
  try {
    return await work(await open());
  } catch (error) {
    if (!isCutOff(error)) throw error;
    opened = undefined;
    return work(await open());
  }
}

function isCutOff(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'UnknownError'].includes(error.name);
}

const listeners = new Set<() => void>();
const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('muster-outbox') : undefined;
const tellOthers: ((word: string) => void) | undefined = others?.postMessage.bind(others);
others?.addEventListener('message', () => listeners.forEach((listen) => listen()));

/** Calls whenever the outbox changed, in whichever tab. */
export function onOutboxChange(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

function tell(): void {
  for (const listen of listeners) listen();
  tellOthers?.('changed');
}

export type NewEntry = Omit<Entry, 'seq' | 'state'>;

/** Keeps several deeds, all or none. Written once, also where the first attempt was cut off after it was written. */
export function keepEntries(entries: readonly NewEntry[]): Promise<void> {
  return replaceEntries([], entries);
}

/** All of one person, in the order in which they were done. */
export function entriesOf(user: string): Promise<Entry[]> {
  return withOutbox(async (db) => {
    const found = await db.getAllFromIndex('entries', 'user', user);
    return found.toSorted((a, b) => a.seq - b.seq);
  });
}

/** Whether it is there, and neither sent nor refused. */
export function isWaiting(seq: number): Promise<boolean> {
  return withOutbox(async (db) => (await db.get('entries', seq))?.state === 'waiting');
}

/** A file leaves its content behind: the server has it, and to write a film once more may take the last of the room. */
export function markSent(seq: number): Promise<void> {
  return change([seq], ({ deed, ...entry }) => ({
    ...entry,
    deed: deed.kind === 'file' ? { ...deed, content: new Blob([]) } : deed,
    state: 'sent',
  }));
}

export function markRefused(seq: number, refusal: Refusal): Promise<void> {
  return change([seq], (entry) => ({ ...entry, state: 'refused', refusal }));
}

export function markWaiting(seqs: readonly number[]): Promise<void> {
  return change(seqs, (entry) => ({ ...entry, state: 'waiting' }));
}

/** Somebody wants a large file to go, whatever it costs. */
export function letGo(seq: number): Promise<void> {
  return change([seq], (entry) => {
    if (entry.deed.kind !== 'file') return entry;
    const deed = { ...entry.deed };
    delete deed.goes;
    return { ...entry, deed };
  });
}

export function removeEntries(seqs: readonly number[]): Promise<void> {
  return change(seqs, () => undefined);
}

/** Something takes the place of others in one step: neither is lost, and both are never there. */
export async function replaceEntries(seqs: readonly number[], entries: readonly NewEntry[]): Promise<void> {
  await withOutbox(async (db) => {
    const writing = db.transaction('entries', 'readwrite', strict);
    for (const entry of entries)
      if (!(await writing.store.index('id').getKey(entry.id)))
        await writing.store.add({ ...entry, state: 'waiting' } as Entry);
    for (const seq of seqs) await writing.store.delete(seq);
    await writing.done;
  });
  tell();
}

async function change(seqs: readonly number[], to: (entry: Entry) => Entry | undefined): Promise<void> {
  if (seqs.length === 0) return;
  await withOutbox(async (db) => {
    const writing = db.transaction('entries', 'readwrite', strict);
    for (const seq of seqs) {
      const entry = await writing.store.get(seq);
      const changed = entry && to(entry);
      if (changed) await writing.store.put(changed);
      else await writing.store.delete(seq);
    }
    await writing.done;
  });
  tell();
}

/** What a technician did at a visit, whole in itself: it is sent as it is, however much later. Moments are of the phone's clock. */
export type Deed =
  | { kind: 'record'; record: NewFieldRecord }
  | { kind: 'retract'; record: string }
  | { kind: 'untap'; tap: string; step: ProgressReport['progress'] }
  | { kind: 'progress'; progress: ProgressReport['progress']; at: string }
  /** With where the site was for whoever set it; what an older build kept does not say. */
  | { kind: 'pin'; latitude: number; longitude: number; seen?: Pin }
  | { kind: 'outcome'; outcome: Outcome; reason: string; at: string }
  | {
      kind: 'file';
      file: string;
      as: AttachedKind;
      name: string;
      content: Blob;
      taken_at: string;
      /** A large one costs mobile data: it is sent on Wi-Fi alone, or when somebody says so. Without it as soon as there is a way. */
      goes?: 'on wi-fi' | 'when asked';
    };

/** One deed on its way. */
export interface Entry {
  /** In the order in which they were done. */
  seq: number;
  /** The id of the command: sent twice, it is done once. */
  id: string;
  /** Whose it is: nobody else sees or sends it. */
  user: string;
  visit: string;
  /** As the visit was called, for whoever reads of it after the office has taken it away. */
  about: { number: string; customer: string };
  deed: Deed;
  made_at: string;
  /** By how many seconds the phone's clock was ahead then, where that was too much; what an older build kept does not say. */
  clock_off?: number | null;
  /** Sent ones stay until the visits were read again, so that nothing disappears in between. */
  state: 'waiting' | 'sent' | 'refused';
  /** The last one, also after another try. */
  refusal?: Refusal;
}

interface Refusal {
  status: number;
  message: string;
}

/**
 * Long files have a lane of their own: a film must not hold back the word that the visit is done. A photo goes before it, because the
 * check list may ask for one.
 */
export type Lane = 'deeds' | 'long files';

const LONG_BYTES = 2_000_000;
/** As much as ten photos: more than somebody wants to spend of their data without being asked. */
const LARGE_BYTES = 10_000_000;

export function isLarge(content: Blob): boolean {
  return content.size > LARGE_BYTES;
}

export function laneOf({ deed }: Entry): Lane {
  return deed.kind === 'file' && deed.as !== 'photo' && deed.content.size > LONG_BYTES
    ? 'long files'
    : 'deeds';
}
