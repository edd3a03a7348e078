import { ApiError, answer, api } from '../../lib/api.ts';
import { upload } from '../../lib/upload.ts';
import { type Entry, type Lane, laneOf } from './entry.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { entriesOf, markRefused, markSent } from './store.ts';

export interface Sent {
  /** All went, or was refused for good; the connection or the server is away; the session is over. */
  end: 'all' | 'later' | 'signed out';
  sent: number;
}

const UNAUTHENTICATED = 401;
/** Somebody else's turn, or too much at once: the same is sent again later. */
const passing = new Set([0, 403, 408, 425, 429]);
const FIRST_SERVER_FAULT = 500;

/**
 * Sends what one person has waiting, in order, each until the server has answered. Only one tab or worker sends at a time; what is
 * refused is kept with the reason, and what comes after it goes on: facts do not depend on each other.
 */
export function sendWaiting(user: string, lane: Lane): Promise<Sent> {
  return oneAtATime(`muster-outbox ${lane}`, async () => {
    for (let sent = 0; ; sent += 1) {
      const entries = await entriesOf(user);
      const next = entries.find((entry) => entry.state === 'waiting' && laneOf(entry) === lane);
      const end = next ? await sendOne(next) : 'all';
      if (end) return { end, sent };
    }
  });
}

/** Why nothing more can be sent now; undefined where the next one may go. */
async function sendOne(entry: Entry): Promise<Sent['end'] | undefined> {
  try {
    await perform(entry);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === UNAUTHENTICATED) return 'signed out';
    if (passing.has(error.status) || error.status >= FIRST_SERVER_FAULT) return 'later';
    await markRefused(entry.seq, { status: error.status, message: error.message });
    return undefined;
  }
  await markSent([entry.seq]);
  return undefined;
}

const base = '/services/scheduling/api/v1/my';

async function perform({ id, visit, deed }: Entry): Promise<void> {
  const header = { 'idempotency-key': id };
  const params = { path: { id: visit }, header };
  switch (deed.kind) {
    case 'record':
      await answer(api.POST(`${base}/visits/{id}/records`, { params, body: deed.record }));
      return;
    case 'retract':
      await answer(api.DELETE(`${base}/records/{id}`, { params: { path: { id: deed.record }, header } }));
      return;
    case 'progress':
      await answer(
        api.POST(`${base}/visits/{id}/progress`, {
          params,
          body: { progress: deed.progress, at: deed.at },
        }),
      );
      return;
    case 'outcome':
      await answer(
        api.POST(`${base}/visits/{id}/outcome`, {
          params,
          body: { outcome: deed.outcome, reason: deed.reason, at: deed.at },
        }),
      );
      return;
    case 'file':
      await upload({
        id: deed.file,
        content: deed.content,
        name: deed.name,
        kind: deed.as,
        subject: 'visit',
        subject_id: visit,
        taken_at: deed.taken_at,
      });
  }
}
