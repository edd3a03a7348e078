import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { ApiError, answer, api, isUnauthenticated } from '../lib/api.ts';
import { commandId } from '../lib/command-id.ts';
import { connectLive } from '../lib/live.ts';
import { keptVisits } from './day/days.ts';
import { keep, readKept } from './day/kept.ts';
import { leaveEnded } from './day/leave.ts';
import { loadSession } from './day/session.ts';
import type { Deed, Lane } from './outbox/entry.ts';
import { sendWaiting } from './outbox/send.ts';
import { entriesOf, keepEntries, onOutboxChange, removeEntries } from './outbox/store.ts';
import { become, fieldState } from './state.ts';
import { askToBeWoken } from './worker/registration.ts';

/** Shows what lies on the phone, then asks the server, and goes on listening. */
export async function startSync(): Promise<void> {
  onOutboxChange(() => void readOutbox());
  const kept = await readKept().catch(() => undefined);
  if (kept) {
    become({ session: kept.session, visits: kept.visits?.rows, readAt: kept.visits?.read_at });
    await readOutbox();
  }
  connectLive({
    url: '/services/scheduling/api/v1/my/live',
    onMessage({ kind }) {
      const isConnected = kind !== 'lost';
      if (fieldState().isConnected !== isConnected) become({ isConnected });
      // A stream is also lost when the session is over, and only an answer tells.
      if (!isConnected && navigator.onLine) void refresh();
      if (kind === 'start' || kind === 'change' || kind === 'read again') void refresh();
    },
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh();
  });
  await refresh();
}

async function readOutbox(): Promise<void> {
  const { session } = fieldState();
  if (session) become({ entries: await entriesOf(session.user.id) });
}

/** Keeps deeds on the phone first, all or none, and sends them as soon as there is a way. */
export async function doAt(
  visit: Pick<OwnVisit, 'id' | 'number' | 'customer'>,
  ...deeds: readonly Deed[]
): Promise<void> {
  const { session } = fieldState();
  if (!session) throw new Error('Nobody is signed in.');
  const made_at = new Date().toISOString();
  await keepEntries(
    deeds.map((deed) => ({
      id: commandId(),
      user: session.user.id,
      visit: visit.id,
      about: { number: visit.number, customer: visit.customer.name },
      deed,
      made_at,
    })),
  );
  await readOutbox();
  // The phone must not throw it away when it runs out of room.
  void navigator.storage?.persist?.();
  void sendAll();
}

let isReading = false;
let readsAgain = false;

/** Asks who this is and what they have to do, then sends what waits. Asked for meanwhile, it is done once more. */
export async function refresh(): Promise<void> {
  if (isReading) {
    readsAgain = true;
    return;
  }
  isReading = true;
  try {
    do {
      readsAgain = false;
      await read();
    } while (readsAgain);
  } catch (error) {
    if (isUnauthenticated(error)) return leaveEnded();
    if (!(error instanceof ApiError)) throw error;
    become({ isConnected: error.status !== 0, problem: error.message });
    if (error.status === 0) return;
  } finally {
    isReading = false;
  }
  void sendAll();
}

async function read(): Promise<void> {
  const session = await loadSession();
  if (session.user.role !== 'technician') return location.replace('/');
  const isSame = fieldState().session?.user.id === session.user.id;
  become(isSame ? { session } : { session, visits: undefined, readAt: undefined, entries: [] });
  await readOutbox();
  // What was sent before the visits are read is in them.
  const arrived = fieldState().entries.filter((entry) => entry.state === 'sent');
  const { rows, change } = await answer(api.GET('/services/scheduling/api/v1/my/visits'));
  const read_at = Date.now();
  // In one step with what they tell of now: nothing is shown twice, or not at all, in between.
  const entries = fieldState().entries.filter(({ seq }) => !arrived.some((entry) => entry.seq === seq));
  become({ visits: rows, entries, readAt: read_at, isConnected: true, problem: undefined });
  const zone = session.account?.zone ?? 'UTC';
  // First what makes room: a phone that is full keeps no visits, and what waits is sent all the same.
  await removeEntries(arrived.map(({ seq }) => seq));
  await keep({ session, visits: { rows: keptVisits(rows, read_at, zone), change, read_at } }).catch(() => {});
}

const lanes: readonly Lane[] = ['deeds', 'long files'];
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
let wait = FIRST_WAIT_MS;
let again: ReturnType<typeof setTimeout> | undefined;

/** Lanes do not wait for each other. */
async function sendAll(): Promise<void> {
  await Promise.all(lanes.map(sendLane));
}

async function sendLane(lane: Lane): Promise<void> {
  const { session } = fieldState();
  if (!session) return;
  const { end, sent } = await sendWaiting(session.user.id, lane);
  if (end === 'signed out') return leaveEnded();
  if (end === 'later') tryAgainLater();
  else wait = FIRST_WAIT_MS;
  if (sent > 0) await refresh();
}

/** The stream says when the server is back; a server that answers with faults is asked now and then. */
function tryAgainLater(): void {
  clearTimeout(again);
  again = setTimeout(() => void sendAll(), wait);
  wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  askToBeWoken();
}
