import type { Conflict } from '@muster/domain/changes/schema';
import { dismiss, notify } from '@muster/ui/toast';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api, ApiError } from './api.ts';
import { createAttempts } from './attempt.ts';
import { whenDone } from './close-warning.ts';
import { moment } from './format.ts';
import { latestOwn } from './own-changes.ts';

/** What somebody did on a screen with one press: one change, or one for each record that they had selected. */
interface Done {
  screen: string;
  changes: readonly number[];
}

/** As many as somebody would take back one by one. */
const mostKept = 50;
const done: Done[] = [];
/** What was taken back, and may be wanted again after all. */
const undone: Done[] = [];
const attempts = createAttempts();

function screenHere(): string {
  return location.pathname.split('/')[1] ?? '';
}

/** What came of a command: `change` is its own only where it made one, and somebody else's otherwise. */
export interface Outcome {
  change: number;
  made: boolean;
}

interface Order {
  changes: readonly number[];
  isRedo?: boolean;
  /** What was done, where the person may not have it before their eyes. */
  what?: string;
  /** Where the words for a refusal belong, if not in a notification. */
  onRefused?: (text: string) => void;
}

interface Undo {
  /** Says what was done, with the way back where something was changed; Ctrl-Z finds it as well. */
  tell: (text: string, outcomes: readonly Outcome[]) => void;
  /** Takes changes back, and says so or why not. */
  undo: (changes: readonly number[], onRefused?: (text: string) => void) => void;
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
    mutationFn: ({ changes }: Order) => takeBack(changes),
    onSuccess: async ({ made, refusal, left }, { changes, isRedo = false, what, onRefused }) => {
      const [from, to] = isRedo ? [undone, done] : [done, undone];
      forget(from, changes);
      if (left.length > 0) from.push({ screen: screenHere(), changes: left });
      if (made.length > 0) to.push({ screen: screenHere(), changes: made });
      const text = `${isRedo ? 'Redone' : 'Undone'}${what ? `: ${what}` : ''}.`;
      if (refusal === undefined) return say(text, wayBack(made, !isRedo));
      // What could be taken back of several is, and the rest is named.
      const share = changes.length > 1 ? `${made.length} of ${changes.length} are undone. ` : '';
      const reason = `${share}${await explain(refusal)}`;
      if (onRefused) return onRefused(reason);
      const where = newerIn(refusal) ? ' It is on the history page.' : '';
      notify({ level: 'error', text: `${reason}${where}`, seconds: 10 });
    },
    // Nobody has to wait for that before the next step back or forth.
    onSettled: () => void readAgain(queryClient),
  });
  const wayBack = (changes: readonly number[], isRedo: boolean) =>
    changes.length > 0
      ? { label: isRedo ? 'Redo' : 'Undo', run: () => mutate({ changes, isRedo }) }
      : undefined;

  async function undoLatest(user: string) {
    if (isPending) return;
    // What was done a moment ago is meant, not what was done before it.
    await whenDone();
    const latest = latestHere(done);
    if (latest) return mutate(latest);
    const own = await latestOwn(user).catch(() => undefined);
    if (own) mutate(own);
    else
      notify({
        level: 'info',
        text: 'Nothing of yours from today can be undone. The history has what is older.',
      });
  }

  return {
    tell(text, outcomes) {
      const changes = madeBy(outcomes);
      if (changes.length > 0) {
        done.push({ screen: screenHere(), changes });
        // Something new was done: what was taken back before is no longer what follows.
        undone.length = 0;
      }
      done.splice(0, done.length - mostKept);
      say(text, wayBack(changes, false));
    },
    undo: (changes, onRefused) => mutate({ changes, ...(onRefused && { onRefused }) }),
    undoLatest: (user) => void undoLatest(user),
    redoLatest() {
      const latest = latestHere(undone);
      if (latest && !isPending) mutate({ changes: latest.changes, isRedo: true });
      else if (!latest) notify({ level: 'info', text: 'There is nothing to redo here.' });
    },
    isUndoing: isPending,
  };
}

function latestHere(list: readonly Done[]): Done | undefined {
  return list.findLast(({ screen }) => screen === screenHere());
}

function madeBy(outcomes: readonly Outcome[]): number[] {
  return outcomes.filter(({ made }) => made).map(({ change }) => change);
}

function forget(list: Done[], changes: readonly number[]): void {
  const at = list.findIndex((one) => one.changes === changes || one.changes[0] === changes[0]);
  if (at !== -1) list.splice(at, 1);
}

interface TakenBack {
  /** The changes that this made, which can be taken back in turn. */
  made: number[];
  /** Why one of them, or the rest, was not taken back. */
  refusal: ApiError | undefined;
  /** What was not tried, because the server could not be reached. */
  left: number[];
}

/** The latest first. One that is refused keeps nobody from taking back the others. */
async function takeBack(changes: readonly number[]): Promise<TakenBack> {
  const outcomes: Outcome[] = [];
  let refusal: ApiError | undefined;
  for (const [at, number] of [...changes.entries()].toReversed()) {
    const params = { path: { number }, header: { 'idempotency-key': attempts.keyFor(number) } };
    try {
      outcomes.push(await answer(api.POST('/services/scheduling/api/v1/changes/{number}/undo', { params })));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 0)
        return { made: madeBy(outcomes), refusal: error, left: changes.slice(0, at + 1) };
      refusal ??= error;
    }
    attempts.settle();
  }
  return { made: madeBy(outcomes), refusal, left: [] };
}

/** Why an undo was refused. Where something newer stands in the way: who did what, and when. */
async function explain(error: ApiError): Promise<string> {
  const newer = newerIn(error);
  if (!newer) return error.message;
  const { who, what } = await toldOf(newer);
  return `${who} changed ${what} after that (${moment(newer.at)}). Undo that change first.`;
}

type Newer = NonNullable<NonNullable<Conflict>['newer']>;

function newerIn({ data }: ApiError): Newer | undefined {
  return (data as Conflict | undefined)?.newer;
}

/** Who made a change, and of what: a booking is told by its visit, which only the history knows. */
async function toldOf({ number, label }: Newer): Promise<{ who: string; what: string }> {
  try {
    const params = { path: { number } };
    const { by, entries } = await answer(api.GET('/services/scheduling/api/v1/changes/{number}', { params }));
    const isNamed = entries.some((entry) => entry.label === label);
    return { who: by.name || 'A program', what: isNamed ? label : (entries[0]?.label ?? label) };
  } catch {
    return { who: 'Somebody else', what: label };
  }
}

/** The live stream tells of it as well, but may be away just now. */
function readAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['tables'] !== undefined });
}

let said: number | undefined;
const undoSeconds = 8;

/** One at a time, below what people are working on. */
function say(text: string, action: { label: string; run: () => void } | undefined): void {
  if (said !== undefined) dismiss(said);
  said = notify({ level: 'success', text, action, position: 'bc', seconds: undoSeconds });
}
