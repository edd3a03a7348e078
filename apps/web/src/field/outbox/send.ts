import { ApiError, answer, api } from '../../lib/api/api.ts';
import { upload } from '../../lib/files/upload.ts';
import { isHeld, isOnWifi, mayGo, onLineChange } from './line-kind.ts';
import { tellPart } from './sending.ts';
import {
  type Deed,
  entriesOf,
  type Entry,
  isWaiting,
  type Lane,
  laneOf,
  markRefused,
  markSent,
  removeEntries,
} from './store.ts';

export interface Sent {
  /**
   * All went, or was refused for good; what is left waits for Wi-Fi or for somebody's word; the connection or the server is away; the
   * session is over.
   */
  end: 'all' | 'waits' | 'later' | 'signed out';
  /** How many the server has answered. */
  sent: number;
}

const UNAUTHENTICATED = 401;
/** No way to the server, or it is not ready for anybody: the same is sent again later. */
const away = new Set([0, 403, 408, 425, 502, 503, 504]);
const TOO_MANY = 429;
const FIRST_SERVER_FAULT = 500;

/**
 * Sends what one person has waiting, in order, each until the server has answered. Only one tab or worker sends at a time. What is
 * refused is kept with the reason, and what comes after it goes on: facts do not depend on each other. Where the server stumbles over
 * one, the others of its visit wait with it, and those of other visits go on.
 */
export function sendWaiting(user: string, lane: Lane): Promise<Sent> {
  return oneAtATime(`muster-outbox ${lane}`, async () => {
    const held = new Set<string>();
    let sent = 0;
    for (;;) {
      const waiting = (await entriesOf(user)).filter(
        (entry) => entry.state === 'waiting' && laneOf(entry) === lane,
      );
      const next = waiting.find((entry) => !held.has(entry.visit) && mayGo(entry.deed));
      if (!next && held.size > 0) return { end: 'later', sent };
      if (!next) return { end: waiting.some(isHeld) ? 'waits' : 'all', sent };
      const end = await sendOne(next);
      if (end === 'held') held.add(next.visit);
      else if (end) return { end, sent };
      else sent += 1;
    }
  });
}

/** Whoever takes an entry back holds this as well: it is either sent or taken back. */
export function lockOf({ id }: Entry): string {
  return `muster-outbox ${id}`;
}

/** Why nothing more can be sent now, or nothing of this visit; undefined where the next one may go. */
function sendOne(entry: Entry): Promise<Sent['end'] | 'held' | undefined> {
  return oneAtATime(lockOf(entry), async () => {
    if (!(await isWaiting(entry.seq))) return undefined;
    try {
      await perform(entry);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, message } = error;
      if (status === UNAUTHENTICATED) return 'signed out';
      if (away.has(status)) return 'later';
      if (status === TOO_MANY || status >= FIRST_SERVER_FAULT) return 'held';
      await markRefused(entry.seq, { status, message });
      return undefined;
    }
    // A full phone may not take the word that it was sent; the server has it, so it need not stay.
    await markSent(entry.seq).catch(() => removeEntries([entry.seq]));
    return undefined;
  });
}

const base = '/services/scheduling/api/v1/my';
/** A line that swallows everything would hold back whatever comes after. */
const PATIENCE_MS = 30_000;

async function perform({ id, user, visit, deed, clock_off }: Entry): Promise<void> {
  const header = { 'idempotency-key': id };
  const params = { path: { id: visit }, header };
  // Somebody else may have signed in here meanwhile: the server takes it from nobody but whoever did it.
  const headers = { 'x-user': user };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const off = typeof clock_off === 'number' ? { off_by: clock_off } : {};
  switch (deed.kind) {
    case 'record':
      await answer(
        api.POST(`${base}/visits/{id}/records`, {
          params,
          headers,
          signal,
          body: { ...deed.record, ...off },
        }),
      );
      return;
    case 'retract':
      await answer(
        api.DELETE(`${base}/records/{id}`, {
          params: { path: { id: deed.record }, header },
          headers,
          signal,
        }),
      );
      return;
    case 'untap':
      await answer(
        api.DELETE(`${base}/taps/{id}`, { params: { path: { id: deed.tap }, header }, headers, signal }),
      );
      return;
    case 'progress':
      await answer(
        api.POST(`${base}/visits/{id}/progress`, {
          params,
          headers,
          signal,
          body: { progress: deed.progress, at: deed.at, ...off },
        }),
      );
      return;
    case 'pin':
      await answer(
        api.POST(`${base}/visits/{id}/pin`, {
          params,
          headers,
          signal,
          body: {
            latitude: deed.latitude,
            longitude: deed.longitude,
            ...(deed.seen && { seen: deed.seen }),
          },
        }),
      );
      return;
    case 'outcome':
      await answer(
        api.POST(`${base}/visits/{id}/outcome`, {
          params,
          headers,
          signal,
          body: { outcome: deed.outcome, reason: deed.reason, at: deed.at, ...off },
        }),
      );
      return;
    case 'file':
      await sendFile(deed, visit, headers);
  }
}

async function sendFile(
  { file, as, name, content, taken_at, goes }: Extract<Deed, { kind: 'file' }>,
  visit: string,
  headers: Record<string, string>,
): Promise<void> {
  const over = new AbortController();
  // What waited for Wi-Fi does not go on over mobile data.
  const stop = goes && onLineChange(() => void (isOnWifi() || over.abort()));
  const sending = {
    id: file,
    content,
    name,
    kind: as,
    subject: 'visit',
    subject_id: visit,
    taken_at,
  } as const;
  const onProgress = (part: number) => tellPart(file, part);
  try {
    await upload(sending, { headers, signal: over.signal, onProgress });
  } finally {
    stop?.();
    tellPart(file, undefined);
  }
}

const last = new Map<string, Promise<unknown>>();

/** Among all tabs and the worker; over plain http, where the browser has no locks, within this page. */
export function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(name, work);
  const mine = (last.get(name) ?? Promise.resolve()).then(work, work);
  last.set(name, mine);
  return mine;
}
