import { dismiss, notify } from '@muster/ui/toast';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Change, Conflict, LongUndo } from '@muster/domain/basics/changes/schema';
import { createElement } from 'react';
import { whenDone } from '../page/close-warning.ts';
import { followUndo } from './long-undo.ts';
import { latestOwn } from './own-changes.ts';
import { UndoProgress } from './undo-progress.tsx';
import { answer, api, ApiError } from '../api/api.ts';
import { createAttempts } from '../api/attempt.ts';
import { deedInShort } from './words/change-words.ts';
import { moment } from '../format/format.ts';
import { listInWords } from '@muster/domain/values/words';

/** What somebody did on a screen with one press: one change, or one for each record that they had selected. */
interface Done {
  screen: string;
  changes: readonly number[];
  /** In words, where they are known. */
  what?: string | undefined;
}

/** As many as somebody would take back one by one. */
const mostKept = 50;
const done: Done[] = [];
/** What was taken back, and may be wanted again after all. */
const undone: Done[] = [];

function screenHere(): string {
  return location.pathname.split('/')[1] ?? '';
}

interface Order extends Omit<Done, 'screen'> {
  isRedo?: boolean;
  /** Whether what something newer stands in the way of stays as it is; then `what` says so. */
  restAlone?: boolean;
  /** Where the words for a refusal belong, if not in a notification. */
  onRefused?: OnRefused | undefined;
}

/** Why something was not taken back, and the way to take back everything else where there is one. */
type OnRefused = (text: string, undoRest: (() => void) | undefined) => void;

interface Undo {
  /**
   * Says what was done, with the way back where something was changed; Ctrl-Z finds it as well. Where customers may be messaged because
   * of it, it says who.
   */
  tell: (text: string, outcomes: readonly Outcome[], mayMail?: boolean) => void;
  /** Takes changes back, and says so or why not. */
  undo: (changes: readonly number[], onRefused?: OnRefused) => void;
  /** Takes back what this person did last on this screen; after the page was loaded, what they did last at all. */
  undoLatest: (user: string) => void;
  /** Does again what they took back last on this screen. */
  redoLatest: () => void;
  isUndoing: boolean;
}

export function useUndo(): Undo {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    scope: { id: 'undo' },
    mutationFn: async (order: Order) => {
      const { changes, restAlone = false } = order;
      // Read meanwhile: nobody waits for words.
      const [taken, what] = await Promise.all([takeBack(changes, restAlone), order.what ?? deedOf(changes)]);
      return { ...taken, what };
    },
    onSuccess: async ({ longs, ...taken }, order) => {
      for (const long of longs) void tellLong(long, taken.what, order);
      if (longs.length < order.changes.length) await tellTaken(taken, order);
    },
    // Nobody has to wait for that before the next step back or forth.
    onSettled: () => void readAgain(queryClient),
  });

  async function tellTaken({ made, refusal, left, what, ...told }: Taken, order: Order): Promise<void> {
    const { changes, isRedo = false, onRefused } = order;
    const [from, to] = isRedo ? [undone, done] : [done, undone];
    forget(from, changes);
    if (left.length > 0) from.push({ screen: screenHere(), changes: left });
    if (made.length > 0) to.push({ screen: screenHere(), changes: made, what });
    const text = [
      `${isRedo ? 'Redone' : 'Undone'}${what ? `: ${what}` : ''}.`,
      emailedInWords(told.writtenTo, true),
      emailedInWords(told.unwritten, false),
    ]
      .filter(Boolean)
      .join(' ');
    if (refusal === undefined) return say(text, wayBack(made, !isRedo, what));
    // What could be taken back of several is, and the rest is named.
    const share = changes.length > 1 ? `${made.length} of ${changes.length} undone. ` : '';
    const { text: reason, where, except } = await explain(refusal);
    const rest = { changes: [refusal.change], isRedo, restAlone: true, onRefused };
    const undoRest =
      except === undefined
        ? undefined
        : () => mutate({ ...rest, what: `${what ?? 'the rest'}, except ${except}` });
    if (onRefused) return onRefused(`${share}${reason}`, undoRest);
    refuse(
      [`${share}${reason}`, where].filter(Boolean).join(' '),
      undoRest && { label: `${isRedo ? 'Redo' : 'Undo'} the rest`, run: undoRest },
    );
  }

  /** Says that it is being done, and how far it is, until it is done or refused. Whoever dismisses that is told the end all the same. */
  async function tellLong({ id, undoes }: LongUndo, what: string | undefined, order: Order): Promise<void> {
    const { isRedo = false } = order;
    const title = `${isRedo ? 'Redoing' : 'Undoing'}${what ? `: ${what}` : ''}. You can go on working.`;
    const text = createElement(UndoProgress, { id, what: title });
    const shown = notify({ level: 'info', text, position: 'bc', seconds: 0 });
    const end = await followUndo(id)
      .catch(() => undefined)
      .finally(() => dismiss(shown));
    if (end === undefined) return refuse('We can’t see how the undo ended. Look in History.', undefined);
    const own = { ...order, changes: [undoes] };
    const { result, refusal } = end;
    const writtenTo = result?.written_to ?? [];
    const made = result ? madeBy([result]) : [];
    const told = refusal ? { change: undoes, ...refusal } : undefined;
    await tellTaken({ made, refusal: told, left: [], writtenTo, unwritten: [], what }, own);
    await readAgain(queryClient);
  }

  const wayBack = (changes: readonly number[], isRedo: boolean, what?: string) =>
    changes.length > 0
      ? { label: isRedo ? 'Redo' : 'Undo', run: () => mutate({ changes, isRedo, what }) }
      : undefined;

  async function undoLatest(user: string) {
    if (isPending) return;
    // What was done a moment ago is meant, not what was done before it.
    await whenDone();
    const latest = latestHere(done);
    if (latest) return mutate(latest);
    const own = await latestOwn(user).catch(() => undefined);
    if (own !== undefined) mutate({ changes: [own] });
    else
      notify({
        level: 'info',
        text: 'You have no changes from today to undo. See the history for older ones.',
      });
  }

  return {
    tell(text, outcomes, mayMail = false) {
      const changes = keepDone(outcomes);
      if (mayMail && changes.length > 0) void sayWithEmails(text, changes, wayBack(changes, false));
      else say(text, wayBack(changes, false));
    },
    undo: (changes, onRefused) => mutate({ changes, onRefused }),
    undoLatest: (user) => void undoLatest(user),
    redoLatest() {
      const latest = latestHere(undone);
      if (latest && !isPending) mutate({ ...latest, isRedo: true });
      else if (!latest) notify({ level: 'info', text: 'There’s nothing to redo here.' });
    },
    isUndoing: isPending,
  };
}

/** Keeps what was done for Ctrl-Z, without a word: what is saved while somebody types. */
export function keepDone(outcomes: readonly Outcome[]): number[] {
  const changes = madeBy(outcomes);
  if (changes.length > 0) {
    done.push({ screen: screenHere(), changes });
    // Something new was done: what was taken back before is no longer what follows.
    undone.length = 0;
  }
  done.splice(0, done.length - mostKept);
  return changes;
}

function latestHere(list: readonly Done[]): Done | undefined {
  return list.findLast(({ screen }) => screen === screenHere());
}

function forget(list: Done[], changes: readonly number[]): void {
  const at = list.findIndex((one) => one.changes === changes || one.changes[0] === changes[0]);
  if (at !== -1) list.splice(at, 1);
}

/** The live stream tells of it as well, but may be away just now. */
function readAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['tables'] !== undefined });
}

let said: number | undefined;
/** What is said later than something newer is not said any more. */
let turn = 0;
const namesMs = 2_000;
const undoSeconds = 8;
/** Time to read who changed what, and to decide. */
const refusalSeconds = 15;

interface Action {
  label: string;
  run: () => void;
}

/** One at a time, below what people are working on. */
function say(text: string, action: Action | undefined): void {
  turn += 1;
  if (said !== undefined) dismiss(said);
  said = notify({ level: 'success', text, action, position: 'bc', seconds: undoSeconds });
}

/** Nobody waits long for the names: what was done is said without them then. What was done since is said instead. */
async function sayWithEmails(
  text: string,
  changes: readonly number[],
  action: Action | undefined,
): Promise<void> {
  turn += 1;
  const own = turn;
  const signal = AbortSignal.timeout(namesMs);
  const unsent = await Promise.all(
    changes.map((number) =>
      answer(
        api.GET('/services/scheduling/api/v1/changes/{number}/unsent', {
          params: { path: { number } },
          signal,
        }),
      ),
    ),
  ).catch(() => []);
  const names = [...new Set(unsent.flatMap(({ names }) => names))];
  const emailed = names.length > 0 ? ` ${namesInShort(names)} will be messaged about it.` : '';
  if (turn === own) say(`${text}${emailed}`, action);
}

/** In the same place: it is the answer to the same press. */
function refuse(text: string, action: Action | undefined): void {
  turn += 1;
  if (said !== undefined) dismiss(said);
  said = notify({ level: 'error', text, action, position: 'bc', seconds: refusalSeconds });
}

/** What came of a command: `change` is its own only where it made one, and somebody else's otherwise. */
export interface Outcome {
  change: number;
  made: boolean;
}

const attempts = createAttempts();

interface TakenBack {
  /** The changes that this made, which can be taken back in turn. */
  made: number[];
  /** Why one of them, or the rest, was not taken back. */
  refusal: { change: number; message: string; data: unknown } | undefined;
  /** What was not tried, because the server could not be reached. */
  left: number[];
  /** The customers who were emailed because of what was taken back, and those whose email had not left. */
  writtenTo: string[];
  unwritten: string[];
  /** What is being taken back in the background. */
  longs: LongUndo[];
}

type Taken = Omit<TakenBack, 'longs'> & { readonly what: string | undefined };

/** The latest first. One that is refused keeps nobody from taking back the others. */
async function takeBack(changes: readonly number[], restAlone: boolean): Promise<TakenBack> {
  const outcomes: Outcome[] = [];
  const longs: LongUndo[] = [];
  const writtenTo = new Set<string>();
  const unwritten = new Set<string>();
  const taken = () => ({
    made: madeBy(outcomes),
    writtenTo: [...writtenTo],
    unwritten: [...unwritten.difference(writtenTo)],
    longs,
  });
  let refusal: TakenBack['refusal'];
  for (const [at, number] of [...changes.entries()].toReversed()) {
    const params = {
      path: { number },
      query: restAlone ? { rest: true } : {},
      header: { 'idempotency-key': attempts.keyFor([number, restAlone]) },
    };
    try {
      const outcome = await answer(api.POST('/services/scheduling/api/v1/changes/{number}/undo', { params }));
      if ('state' in outcome) longs.push(outcome);
      else {
        outcomes.push(outcome);
        for (const name of outcome.written_to) writtenTo.add(name);
        for (const name of outcome.not_written_to) unwritten.add(name);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { message, data } = error;
      const refused = { change: number, message, data };
      if (error.status === 0) return { ...taken(), refusal: refused, left: changes.slice(0, at + 1) };
      refusal ??= refused;
    }
    attempts.settle();
  }
  return { ...taken(), refusal, left: [] };
}

/** What has left the house stays told; it is said, so that somebody can ring. And so is what has not left. */
function emailedInWords(names: readonly string[], isSent: boolean): string {
  if (names.length === 0) return '';
  const has = names.length === 1 ? 'has' : 'have';
  return `${namesInShort(names)} ${isSent ? `${has} already` : `${has}n’t`} been messaged about it.`;
}

function namesInShort(names: readonly string[]): string {
  return listInWords(names.length <= 3 ? names : [...names.slice(0, 2), `${names.length - 2} others`]);
}

function madeBy(outcomes: readonly Outcome[]): number[] {
  return outcomes.filter(({ made }) => made).map(({ change }) => change);
}

/** What changes did, in the words of the history: "moved 18 visits". Nothing where it cannot be read just now. */
async function deedOf(changes: readonly number[]): Promise<string | undefined> {
  if (changes.length > 1) return `${changes.length} changes`;
  const change = await readChange(changes[0]!).catch(() => undefined);
  return change && deedInShort(change);
}

interface Explained {
  text: string;
  /** Where what stands in the way is found. */
  where?: string;
  /** What stays as it is, where everything else can be taken back all the same. */
  except: string | undefined;
}

/** Why an undo was refused. Where something newer stands in the way: who did what, and when. */
async function explain({ change, message, data }: NonNullable<TakenBack['refusal']>): Promise<Explained> {
  const { newer, stays = [], rest = 0 } = (data as Conflict | undefined) ?? {};
  if (!newer) return { text: message, except: undefined };
  const [by, own] = await Promise.all(
    [newer.number, change].map((number) => readChange(number).catch(() => undefined)),
  );
  const label = by?.entries.some((entry) => entry.label === newer.label)
    ? newer.label
    : by?.entries[0]?.label;
  const who = by ? by.by.name || 'A program' : 'Someone else';
  const since = `${who} changed ${label ?? newer.label} after that (${moment(newer.at)}).`;
  if (rest === 0)
    return {
      text: `${since} Undo that change first.`,
      where: 'It’s in the history.',
      except: undefined,
    };
  // A booking is told by its visit, which only the history knows.
  const names = stays.map(({ id, label }) => own?.entries.find((entry) => entry.id === id)?.label ?? label);
  return {
    text: since,
    except: names.length > 2 ? `${names.length} that were changed since` : names.join(' and '),
  };
}

function readChange(number: number): Promise<Change> {
  return answer(api.GET('/services/scheduling/api/v1/changes/{number}', { params: { path: { number } } }));
}
