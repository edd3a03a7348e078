import { minuteOf, momentText } from '@muster/domain/assignments/rules';
import { boardRows } from '@muster/domain/board/rules';
import type { BoardTables } from '@muster/domain/board/schema';
import type { Unfit } from '@muster/domain/changes/schema';
import { dispatchedAway } from '@muster/domain/planning/dispatched-away';
import { boardWith, isDone, isIdle, type Item, unfitIn } from '@muster/domain/proposals/rules';
import type {
  Acceptance,
  Accepted,
  Proposal,
  ProposalItem,
  ShownProposal,
} from '@muster/domain/proposals/schema';
import { prepareBoard } from '@muster/domain/scheduling/board/prepare';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import type { Figures } from '@muster/domain/planning/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import type { Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { channelOf, tellOf } from '../../platform/live/event-log.ts';
import { bookCrews, holdCrews } from '../assignments/service.ts';
import { daysOf, readBoardOf } from '../board/service.ts';
import { changeVisit, tellVisits } from '../visits/service.ts';
import {
  forgetProposals,
  holdProposal,
  insertProposal,
  listAside,
  listAway,
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

export { forgetProposals, readItems };

const MINUTE_MS = 60_000;
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

/** A proposal with what has happened since, and with whether each item could be accepted now. */
export async function showProposal(db: Tx, id: string, at: Date): Promise<ShownProposal> {
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
  const { unfit } = await judge(db, proposal, items.filter(isOpen), at);
  return {
    ...proposal,
    items: items.map((item) => Object.assign(item, { unfit: unfit.get(item.id) ?? null })),
    days: await readStories(db, id),
    dispatched_away: proposal.state === 'open' ? await awayIn(db, proposal, at) : [],
    since: since.map(({ subjects, ...change }) =>
      Object.assign(change, {
        visits: subjects.filter((subject) => known.has(subject)),
        technicians: subjects.filter((subject) => !known.has(subject)),
      }),
    ),
  };
}

/** What is dispatched on its days to people who are away, as the board stands now. */
async function awayIn(
  db: Tx,
  { from, to }: Pick<Proposal, 'from' | 'to'>,
  at: Date,
): Promise<ShownProposal['dispatched_away']> {
  const days = { from: from as LocalDate, to: to as LocalDate };
  const moments = await daysOf(db, days.from, days.to);
  const technicians = await listAway(db, moments);
  if (technicians.length === 0) return [];
  const tables = await readBoardOf(db, days, { visits: [], technicians });
  const [first, until] = [moments.from, moments.to].map((moment) => moment.getTime() / MINUTE_MS);
  const found = dispatchedAway(boardAt(tables, at), { from: first!, until: until! });
  return found.map(({ technician, visits }) => ({ technician_id: technician, visits: [...visits] }));
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
  const { board, unfit } = await judge(db, proposal, asked, at);
  const left_out = asked
    .filter((item) => unfit.has(item.id))
    .map((item): Unfit => ({ item_id: item.id, visit_id: item.visit_id, reasons: [...unfit.get(item.id)!] }));
  const fitting = asked.filter((item) => !unfit.has(item.id));
  if (left_out.length > 0 && (wanted.leave_out !== true || fitting.length === 0))
    throw new Failure('conflict', wordsFor(left_out), { data: { unfit: left_out } });
  if (fitting.length === 0) throw new Failure('conflict', 'There is nothing left in it to accept.');
  const crews = Map.groupBy(crew, ({ visit_id }) => visit_id);
  for (const { visit_id, agreed } of fitting)
    if (agreed && Object.keys(agreed.edit).length > 0) await changeVisit(write, visit_id, agreed.edit);
  const then = boardWith(board, fitting);
  const bookings = fitting
    .filter((item) => !isDone(board, item))
    .map(({ visit_id, after, agreed }) => ({
      visit: { id: visit_id, duration: then.visits.get(visit_id)!.row.duration },
      crew: crews.get(visit_id) ?? [],
      technicians: after?.technicians ?? [],
      starts_at: after ? momentText(minuteOf(after.starts_at)) : null,
      // Where the day ends in time after all, the override is dropped with the booking.
      overrides: agreed?.overtime ? [OVERTIME] : [],
    }));
  await bookCrews(write, bookings);
  // Nobody has been told of a visit that waits.
  const called = fitting.filter(
    ({ visit_id, after }) => after === null && board.visits.get(visit_id)!.row.state === 'dispatched',
  );
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
  accepted: 'This proposal has been accepted already.',
  rejected: 'This proposal has been rejected.',
  superseded: 'These days have been planned again since: look at the newer proposal.',
};

/** Nobody else changes it until the transaction ends. */
export async function openProposal(db: Tx, id: string, version: number): Promise<Proposal> {
  const proposal = await holdProposal(db, id);
  if (!proposal) throw new Failure('notFound');
  if (proposal.state !== 'open') throw new Failure('conflict', endings[proposal.state]);
  if (proposal.version !== version)
    throw new Failure('conflict', 'Somebody else has changed it meanwhile. Look again.', {
      data: { expected: version, current: proposal.version },
    });
  return proposal;
}

export function isOpen(item: ProposalItem): boolean {
  return item.accepted_at === null && !isIdle(item);
}

async function judge(
  db: Tx,
  proposal: Proposal,
  items: readonly Item[],
  at: Date,
): Promise<{ board: Board; unfit: ReturnType<typeof unfitIn> }> {
  const { board, aside, movesDispatched } = await readScene(db, proposal, items, at);
  return { board, unfit: unfitIn(board, items, aside, movesDispatched) };
}

/** What items are judged against. */
export interface Scene {
  readonly board: Board;
  /** Visits whose jobs have been put aside. */
  readonly aside: ReadonlySet<string>;
  /** Whether what is dispatched may move: whoever was told of it has said that it cannot stay. */
  readonly movesDispatched: boolean;
}

/** The board around the days of a proposal, and around those of items that go to later ones. */
export async function readScene(
  db: Tx,
  { from, to, delay_of }: Proposal,
  items: readonly Pick<Item, 'visit_id' | 'before' | 'after'>[],
  at: Date,
): Promise<Scene> {
  const visits = [...new Set(items.map(({ visit_id }) => visit_id))];
  // More than a day to each side is read anyway, so that the day of Greenwich is near enough.
  const ends = items.flatMap(({ after }) => (after ? [after.ends_at.slice(0, to.length)] : []));
  const last = [to, ...ends].reduce((a, b) => (a > b ? a : b));
  const days = { from: from as LocalDate, to: last as LocalDate };
  const tables = await readBoardOf(db, days, { visits, technicians: techniciansOf(items) });
  const aside = new Set(await listAside(db, visits));
  return { board: boardAt(tables, at), aside, movesDispatched: delay_of !== null };
}

function boardAt(tables: BoardTables, at: Date): Board {
  return prepareBoard(boardRows(tables, epochMinutes(Math.floor(at.getTime() / MINUTE_MS))));
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
