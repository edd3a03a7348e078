import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { ApiError, answer, api, isUnauthenticated } from '../lib/api/api.ts';
import { commandId } from '../lib/api/command.ts';
import { closeAlert, endAlerts } from './alerts/alerts.ts';
import { connectLive } from '../lib/live/live.ts';
import { keptVisits } from './day/days.ts';
import {
  drives,
  endSession,
  keep,
  loadSession,
  READING_MS,
  readKept,
  type Session,
} from './day/phone-copy.ts';
import { forgetDrafts, wipeDay } from '../lib/storage/phone-data.ts';
import { rememberSessionEnd } from '../lib/storage/session-end.ts';
import { hearHere, settleHeard, tellHeard, unreadNews } from './news/acknowledged.ts';
import { become, fieldState } from './state.ts';
import {
  type Deed,
  entriesOf,
  type Entry,
  keepEntries,
  type Lane,
  letGo,
  onOutboxChange,
  removeEntries,
} from './outbox/store.ts';
import { onLineChange } from './outbox/line-kind.ts';
import { sendWaiting } from './outbox/send.ts';
import { goTo } from './router.ts';
import { askToBeWoken } from './worker/registration.ts';

/** How long somebody looks at an empty day before they are told more. */
const PATIENCE_MS = 3_000;

/** Asks the server, and goes on listening. It is over when there is something to show: what lies on the phone, or an answer. */
export async function startSync(): Promise<void> {
  onOutboxChange(() => void readOutbox());
  // What waits for Wi-Fi may go.
  onLineChange(() => void sendAll());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh();
  });
  // The way to the server is the longest: it is begun before the phone looks at what it has.
  const answered = refresh().then(readWhatWasSent);
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  // Somebody of whom nothing is kept may be one whose page this is not, and who has no stream either.
  const shown = showKept().then((isKept) => (isKept ? undefined : answered));
  try {
    await Promise.race([shown, answered, patience]);
  } finally {
    if (mayDrive(fieldState().session)) listen();
  }
}

/** Or may be one: nobody has said who it is. */
function mayDrive(session: Session | undefined): boolean {
  return session === undefined || drives(session);
}

let stopListening = () => {};

/** Whether there was something. What cannot be read here comes from the server. */
async function showKept(): Promise<boolean> {
  const kept = await readKept().catch(() => undefined);
  if (!kept) return false;
  if (fieldState().session === undefined) {
    const news = unreadNews(kept.visits?.news ?? [], kept.session.user.id);
    become({ session: kept.session, visits: kept.visits?.rows, news, readAt: kept.visits?.read_at });
    await readOutbox().catch(() => {});
  }
  return true;
}

/** A page before this one may have sent what the visits tell of: they are read once more, to be sure of it. */
async function readWhatWasSent(): Promise<void> {
  if (fieldState().entries.some(({ state }) => state === 'sent')) await refresh();
}

function listen(): void {
  stopListening = connectLive({
    url: '/services/scheduling/api/v1/my/live',
    onMessage(message) {
      const isConnected = message.kind !== 'lost';
      if (fieldState().isConnected !== isConnected) become({ isConnected });
      // Whatever is heard next is worth asking: what waits may be sent then, and the numbers may have begun anew.
      if (!isConnected || message.kind === 'read again') told = NOTHING;
      if ('number' in message) void refresh(message.number);
      // A stream is also lost when the session is over, and only an answer tells.
      if (!isConnected && navigator.onLine) void refresh();
    },
  });
}

async function readOutbox(): Promise<void> {
  const user = fieldState().session?.user.id;
  if (user === undefined) return;
  const entries = await entriesOf(user);
  // Somebody else may have signed in meanwhile, whose they are not.
  if (fieldState().session?.user.id === user) become({ entries });
}

/** Keeps deeds on the phone first, all or none, and sends them as soon as there is a way. */
export async function doAt(
  visit: Pick<OwnVisit, 'id' | 'number' | 'customer'>,
  ...deeds: readonly Deed[]
): Promise<void> {
  const { session, clockOff: clock_off } = fieldState();
  if (!session) throw new Error('No one is signed in.');
  const made_at = new Date().toISOString();
  const entries = deeds.map((deed) => ({ id: commandId(), deed }));
  await keepEntries(
    entries.map(({ id, deed }) => ({
      id,
      user: session.user.id,
      visit: visit.id,
      about: { number: visit.number, customer: visit.customer.name },
      deed,
      made_at,
      clock_off,
    })),
  );
  // Once it is kept, it can be taken back for a while; and what was taken back cannot be again.
  // What came with times was thought about, and they would stay without it.
  const hasTimes = deeds.some((deed) => deed.kind === 'record' && deed.record.kind === 'time');
  const tapped = hasTimes ? undefined : entries.find(({ deed }) => deed.kind === 'progress');
  if (tapped?.deed.kind === 'progress')
    become({ tapped: { visit: visit.id, id: tapped.id, step: tapped.deed.progress, at: Date.now() } });
  if (deeds.some(({ kind }) => kind === 'untap')) become({ tapped: undefined });
  await readOutbox();
  // The phone must not throw it away when it runs out of room.
  void navigator.storage?.persist?.();
  void sendAll();
}

let isReading = false;
const NOTHING = -1;
/** The latest change that the visits tell of, and the latest that somebody asked for while they were being read. */
let told = NOTHING;
let asked = NOTHING;

/**
 * Asks who this is and what they have to do, then sends what waits. Asked for meanwhile, it is done once more; where it is about a
 * change that the visits tell of already, nothing is asked. What fails is tried again by itself.
 */
export async function refresh(change = Number.POSITIVE_INFINITY): Promise<void> {
  if (isReading) asked = Math.max(asked, change);
  if (isReading || change <= told) return;
  isReading = true;
  try {
    do {
      asked = NOTHING;
      told = await read();
    } while (asked > told);
  } catch (error) {
    if (isUnauthenticated(error)) return leaveEnded();
    if (!(error instanceof ApiError)) throw error;
    told = NOTHING;
    become({ isConnected: error.status !== 0, problem: error.message });
    tryAgainLater();
    if (error.status !== 0) void sendAll();
    return;
  } finally {
    isReading = false;
  }
  void sendAll().then((isAll) => isAll && told !== NOTHING && forgetFailures());
}

/** The number of the latest change that the visits tell of. */
async function read(): Promise<number> {
  // What was sent before the visits are read is in them.
  const arrived = fieldState().entries.filter((entry) => entry.state === 'sent');
  const before = fieldState().session?.user.id;
  // What is read then begins where this person knows.
  if (before !== undefined) await tellHeard(before);
  const signal = AbortSignal.timeout(READING_MS);
  const [who, what] = await Promise.allSettled([
    loadSession(),
    answer(api.GET('/services/scheduling/api/v1/my/visits', { signal })),
  ]);
  if (who.status === 'rejected') throw who.reason;
  const session = who.value;
  if (!drives(session)) return leaveToOffice(session);
  const isSame = fieldState().session?.user.id === session.user.id;
  // A phone that cannot read its outbox shows the day all the same.
  const known = await entriesOf(session.user.id).catch(() => (isSame ? fieldState().entries : []));
  if (what.status === 'rejected') {
    become(
      isSame ? { session } : { session, visits: undefined, news: [], readAt: undefined, entries: known },
    );
    throw what.reason;
  }
  const { rows, change } = what.value;
  settleHeard(session.user.id, what.value.heard, change);
  const news = unreadNews(what.value.news, session.user.id);
  const read_at = Date.now();
  // In one step with what they tell of now: nothing is shown twice, or not at all, in between.
  const entries = known.filter(({ seq }) => !arrived.some((entry) => entry.seq === seq));
  become({ session, visits: rows, news, entries, readAt: read_at, isConnected: true, problem: undefined });
  const zone = session.account?.zone ?? 'UTC';
  // First what makes room: a phone that is full keeps no visits, and what waits is sent all the same.
  await removeEntries(arrived.map(({ seq }) => seq));
  // Nothing waits for it: a storage that does not answer must not end the reading.
  void keep({ session, visits: { rows: keptVisits(rows, read_at, zone), news, change, read_at } }).catch(
    () => {},
  );
  void tellHeard(session.user.id);
  return change;
}

/** This person has read what the office did, up to a change. */
export function hear(change: number): void {
  const { session, news } = fieldState();
  if (!session) return;
  hearHere(session.user.id, change);
  void closeAlert();
  become({ news: unreadNews(news, session.user.id) });
  void tellHeard(session.user.id);
}

/** Whoever is no technician any more has no day here. As long as something waits that they did as one, they see that, and it is sent. */
async function leaveToOffice(session: Session): Promise<number> {
  // Where the phone cannot read it, nothing can be sent either.
  const entries = (await entriesOf(session.user.id).catch(() => [])).filter(({ state }) => state !== 'sent');
  if (entries.length === 0) {
    location.replace('/');
    // Nothing more is done on a page that is going away.
    return new Promise(() => {});
  }
  stopListening();
  const before = fieldState().session;
  const isKnown = before !== undefined && !drives(before);
  become({
    session,
    visits: [],
    news: [],
    entries,
    readAt: undefined,
    isConnected: true,
    problem: undefined,
  });
  if (!isKnown) goTo({ page: 'waiting' });
  return NOTHING;
}

const lanes: readonly Lane[] = ['deeds', 'long files'];

/** Sends a large file now that has waited for it. */
export async function sendNow({ seq }: Entry): Promise<void> {
  await letGo(seq);
  void sendAll();
}

/** Whether nothing is left to send but what waits for Wi-Fi or for a word. Lanes do not wait for each other. */
async function sendAll(): Promise<boolean> {
  return (await Promise.all(lanes.map(sendLane))).every(Boolean);
}

async function sendLane(lane: Lane): Promise<boolean> {
  const { session } = fieldState();
  if (!session) return true;
  const { end, sent } = await sendWaiting(session.user.id, lane).catch((error: unknown) => {
    tryAgainLater();
    throw error;
  });
  if (end === 'signed out') await leaveEnded();
  if (end === 'later') {
    tryAgainLater();
    askToBeWoken();
  }
  if (end !== 'signed out' && sent > 0) await refresh();
  return end !== 'later';
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
let wait = FIRST_WAIT_MS;
let again: ReturnType<typeof setTimeout> | undefined;

/** The stream says when the server is back; a server that answers with faults is asked now and then. */
function tryAgainLater(): void {
  clearTimeout(again);
  again = setTimeout(() => void refresh(), wait);
  wait = Math.min(wait * 2, LONGEST_WAIT_MS);
}

/** What has been set stays set: it may be for something that failed while the rest was being sent. */
function forgetFailures(): void {
  wait = FIRST_WAIT_MS;
}

/** The stream of a session that is being ended breaks off before the answer is read: that is no surprise. */
let isLeaving = false;

/** The server says that the session is over. What its user did and typed stays, for them alone. */
async function leaveEnded(): Promise<void> {
  if (isLeaving) return;
  if (fieldState().session) rememberSessionEnd();
  await wipeDay();
  location.replace(`/login?next=${encodeURIComponent(location.pathname)}`);
}

/** Throws where the server cannot be told: a session that lives on is no sign-out. */
export async function signOut(): Promise<void> {
  isLeaving = true;
  await endSession().catch((error: unknown) => {
    isLeaving = false;
    throw error;
  });
  forgetDrafts(fieldState().session?.user.id ?? '');
  await endAlerts();
  await wipeDay();
  location.replace('/login');
}
