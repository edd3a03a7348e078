import { minuteOf, momentText } from '@muster/domain/work/assignments/rules';
import type { Unfit } from '@muster/domain/basics/changes/schema';
import type { RefusedFor } from '@muster/domain/dispatch/scheduling/board/reasons';
import type { Item } from '@muster/domain/planning/proposals/rules';
import type {
  Acceptance,
  Accepted,
  Proposal,
  ProposalItem,
  ShownProposal,
} from '@muster/domain/planning/proposals/schema';
import type { Figures } from '@muster/domain/planning/plan-runs/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { LocalDate } from '@muster/domain/values/local-time';
import { minuteAt, MINUTE_MS } from '@muster/domain/values/minutes';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { channelOf, tellOf } from '../../../platform/live/event-log.ts';
import { reckon } from '../../../platform/threads.ts';
import { bookCrews, holdCrews } from '../../work/assignments/service.ts';
import { daysOf, readBoardOf } from '../../dispatch/board/service.ts';
import { changeVisit, tellVisits } from '../../work/visits/service.ts';
import {
  forgetProposals,
  holdProposal,
  insertProposal,
  listAside,
  listAway,
  listPinnedSince,
  listSince,
  markAccepted,
  type NewProposal,
  readItems,
  readProposal,
  readStories,
  rewriteItems,
  supersedeOpen,
  writeFigures,
  writeState,
} from './store.ts';
import { isOpen, type Judgement, type Scene } from './thread.ts';

export { forgetProposals, readItems };

const MOST_SINCE = 50;
/** What streams are told. */
const PROPOSAL = 'proposal';
/** How somebody who agrees to overtime lets a day end later than the rule allows. */
const OVERTIME = { rule: 'shift', reason: 'Overtime agreed' } as const;

/** Keeps what came of a run; an open one of the same days has been overtaken. */
export async function keepProposal(db: Tx, account: AccountId, made: NewProposal): Promise<void> {
  const overtaken = await supersedeOpen(db, made.run.from, made.run.to);
  await insertProposal(db, made);
  for (const id of [...overtaken, made.run_id]) tellOf(db, channelOf(account), { event: PROPOSAL, id });
}

/** What is reckoned once its transaction has ended: nobody keeps a connection while they wait for a thread. */
type Reckoned<T> = () => Promise<T>;

/** A proposal with what has happened since, and with whether each item could be accepted now. */
export async function showProposal(
  db: Tx,
  account: AccountId,
  id: string,
  at: Date,
): Promise<Reckoned<ShownProposal>> {
  const proposal = await readProposal(db, id);
  if (!proposal) throw new Failure('notFound');
  const items = await readItems(db, id);
  const visits = items.map(({ visit_id }) => visit_id);
  const technicians = techniciansOf(items);
  const known = new Set(visits);
  const since = await listSince(db, id, {
    after: proposal.base,
    subjects: [...visits, ...technicians],
    limit: MOST_SINCE,
  });
  const judged = await judge(db, account, proposal, items.filter(isOpen), at);
  const away = proposal.state === 'open' ? await awayIn(db, account, proposal, known, at) : undefined;
  const days = await readStories(db, id);
  return async () => {
    const { unfit } = await judged();
    return {
      ...proposal,
      items: items.map((item) => Object.assign(item, { unfit: toldOf(unfit.get(item.id)) })),
      days,
      dispatched_away: (await away?.()) ?? [],
      since: since.map(({ subjects, ...change }) =>
        Object.assign(change, {
          visits: subjects.filter((subject) => known.has(subject)),
          technicians: subjects.filter((subject) => !known.has(subject)),
        }),
      ),
    };
  };
}

/** What an open proposal comes to with some of its items alone, as somebody chooses them. */
export async function figuresFor(
  db: Tx,
  account: AccountId,
  id: string,
  chosen: readonly string[],
  at: Date,
): Promise<Reckoned<Figures>> {
  const proposal = await readProposal(db, id);
  if (!proposal) throw new Failure('notFound');
  const items = await readItems(db, id);
  const scene = await readScene(db, proposal, items.filter(isOpen), at);
  const asked = { ...scene, items, chosen: new Set(chosen), after: proposal.after };
  return () => reckon(account, 'figuresOn', asked);
}

function toldOf(reasons: readonly RefusedFor[] | undefined): RefusedFor[] | null {
  return reasons ? [...reasons] : null;
}

/** What is dispatched on its days to people who are away, as the board stands now, and the proposal does not move. */
async function awayIn(
  db: Tx,
  account: AccountId,
  { from, to }: Pick<Proposal, 'from' | 'to'>,
  moved: ReadonlySet<string>,
  at: Date,
): Promise<Reckoned<ShownProposal['dispatched_away']> | undefined> {
  const days = { from: from as LocalDate, to: to as LocalDate };
  const moments = await daysOf(db, days.from, days.to);
  const technicians = await listAway(db, moments);
  if (technicians.length === 0) return undefined;
  const text = await readBoardOf(db, days, { visits: [], technicians });
  const between = { from: moments.from.getTime() / MINUTE_MS, until: moments.to.getTime() / MINUTE_MS };
  return async () => {
    const away = await reckon(account, 'awayOn', { text, now: minuteAt(at), ...between });
    return away
      .map(({ technician_id, visits }) => ({
        technician_id,
        visits: visits.filter((visit) => !moved.has(visit)),
      }))
      .filter(({ visits }) => visits.length > 0);
  };
}

/**
 * Makes a proposal, or some of it, the board: one change, which one undo takes back. Every item is asked about as the board stands
 * now; those that do not fit any more are named, and left out only if the person agrees.
 */
export async function accept(
  write: Writer,
  account: AccountId,
  id: string,
  wanted: Acceptance,
): Promise<Accepted> {
  const { db, at } = write;
  const proposal = await openProposal(db, id, wanted.version);
  const all = await readItems(db, id);
  const asked = all.filter((item) => isOpen(item) && (wanted.items?.includes(item.id) ?? true));
  const visits = asked.map(({ visit_id }) => visit_id);
  const crew = await holdCrews(write, visits, techniciansOf(asked));
  const judged = await judge(db, account, proposal, asked, at, true);
  const { unfit, done, durations, dispatched } = await judged();
  const left_out = asked
    .filter((item) => unfit.has(item.id))
    .map((item): Unfit => ({ item_id: item.id, visit_id: item.visit_id, reasons: [...unfit.get(item.id)!] }));
  const fitting = asked.filter((item) => !unfit.has(item.id));
  if (left_out.length > 0 && (wanted.leave_out !== true || fitting.length === 0))
    throw new Failure('conflict', wordsFor(left_out), { data: { unfit: left_out } });
  if (fitting.length === 0) throw new Failure('conflict', 'There’s nothing left to accept.');
  const crews = Map.groupBy(crew, ({ visit_id }) => visit_id);
  for (const { visit_id, agreed } of fitting)
    if (agreed && Object.keys(agreed.edit).length > 0) await changeVisit(write, visit_id, agreed.edit);
  const bookings = fitting
    .filter((item) => !done.has(item.id))
    .map(({ visit_id, after, agreed }) => ({
      visit: { id: visit_id, duration: durations.get(visit_id)! },
      crew: crews.get(visit_id) ?? [],
      technicians: after?.technicians ?? [],
      starts_at: after ? momentText(minuteOf(after.starts_at)) : null,
      // What was pinned to somebody who is away now stays pinned where it has gone.
      is_pinned: (crews.get(visit_id) ?? []).some(({ is_pinned }) => is_pinned),
      // Where the day ends in time after all, the override is dropped with the booking.
      overrides: agreed?.overtime ? [OVERTIME] : [],
    }));
  await bookCrews(write, bookings);
  // Nobody has been told of a visit that waits.
  const called = fitting.filter(({ id, after }) => after === null && dispatched.has(id));
  if (called.length > 0)
    await tellVisits(
      write,
      called.map(({ visit_id }) => visit_id),
      { dispatched_at: null },
    );
  write.concern([id]);
  const accepted = fitting.map((item) => item.id);
  await markAccepted(db, id, accepted, at);
  const isWhole = all.every((item) => !isOpen(item) || accepted.includes(item.id));
  const state = isWhole ? 'accepted' : 'open';
  await writeState(db, id, state, write.author);
  tellOf(db, channelOf(account), { event: PROPOSAL, id });
  return { id, version: wanted.version + 1, state, accepted, left_out };
}

/** Keeps what somebody has made of its items, and tells everybody who looks at it. */
export async function changeProposal(
  { db }: Writer,
  account: AccountId,
  id: string,
  { changed, gone, after }: { changed: readonly ProposalItem[]; gone: readonly string[]; after: Figures },
): Promise<void> {
  await rewriteItems(db, id, changed, gone);
  await writeFigures(db, id, after);
  tellOf(db, channelOf(account), { event: PROPOSAL, id });
}

export async function reject(
  write: Writer,
  account: AccountId,
  id: string,
  version: number,
): Promise<Accepted> {
  await openProposal(write.db, id, version);
  await writeState(write.db, id, 'rejected', write.author);
  tellOf(write.db, channelOf(account), { event: PROPOSAL, id });
  return { id, version: version + 1, state: 'rejected', accepted: [], left_out: [] };
}

const endings: Readonly<Record<Exclude<Proposal['state'], 'open'>, string>> = {
  accepted: 'This proposal has already been accepted.',
  rejected: 'This proposal has been rejected.',
  superseded: 'These days have been planned again. Open the newer proposal.',
};

/** Nobody else changes it until the transaction ends. */
export async function openProposal(db: Tx, id: string, version: number): Promise<Proposal> {
  const proposal = await holdProposal(db, id);
  if (!proposal) throw new Failure('notFound');
  if (proposal.state !== 'open') throw new Failure('conflict', endings[proposal.state]);
  if (proposal.version !== version)
    throw new Failure('conflict', 'Someone else has just changed this proposal. Check it again.', {
      data: { expected: version, current: proposal.version },
    });
  return proposal;
}

async function judge(
  db: Tx,
  account: AccountId,
  proposal: Proposal,
  items: readonly Item[],
  at: Date,
  isHolding = false,
): Promise<Reckoned<Judgement>> {
  const scene = await readScene(db, proposal, items, at);
  return () => reckon(account, 'judgementOn', { ...scene, items }, isHolding);
}

/** The board around the days of a proposal, and around those of items that go to later ones. */
export async function readScene(
  db: Tx,
  { from, to, delay_of, base }: Proposal,
  items: readonly Pick<Item, 'visit_id' | 'before' | 'after'>[],
  at: Date,
): Promise<Scene> {
  const visits = [...new Set(items.map(({ visit_id }) => visit_id))];
  // More than a day to each side is read anyway, so that the day of Greenwich is near enough.
  const ends = items.flatMap(({ after }) => (after ? [after.ends_at.slice(0, to.length)] : []));
  const last = [to, ...ends].reduce((a, b) => (a > b ? a : b));
  const days = { from: from as LocalDate, to: last as LocalDate };
  const text = await readBoardOf(db, days, { visits, technicians: techniciansOf(items) });
  const aside = new Set(await listAside(db, visits));
  const pinnedSince = new Set(await listPinnedSince(db, visits, base));
  return { text, now: minuteAt(at), aside, pinnedSince, movesDispatched: delay_of !== null };
}

function techniciansOf(items: readonly Pick<Item, 'before' | 'after'>[]): string[] {
  const named = items.flatMap(({ before, after }) => [before, after]);
  return [...new Set(named.flatMap((placement) => placement?.technicians ?? []))];
}

export function wordsFor(left_out: readonly Unfit[]): string {
  const [first] = left_out as [Unfit];
  const more = left_out.length > 1 ? ` And ${left_out.length - 1} more.` : '';
  return `${first.reasons[0]!.text}${more}`;
}
