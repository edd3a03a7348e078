import type { Conflict } from '@muster/domain/changes/schema';
import { dismiss, notify } from '@muster/ui/toast';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api, ApiError } from './api.ts';
import { createAttempts } from './attempt.ts';
import { moment } from './format.ts';

/** What somebody did on a screen with one press: one change, or one for each record that they had selected. */
interface Done {
  screen: string;
  changes: readonly number[];
}

/** As many as somebody would take back one by one. */
const mostKept = 50;
const done: Done[] = [];
const attempts = createAttempts();

function screenHere(): string {
  return location.pathname.split('/')[1] ?? '';
}

/** What came of a command: `change` is its own only where it made one, and somebody else's otherwise. */
export interface Outcome {
  change: number;
  made: boolean;
}

interface Undo {
  /** Says what was done, with the way back where something was changed; Ctrl-Z finds it as well. */
  tell: (text: string, outcomes: readonly Outcome[]) => void;
  /** Takes changes back, and says so or why not. */
  undo: (changes: readonly number[]) => void;
  /** Takes back what this person did last on this screen. */
  undoLatest: () => void;
  isUndoing: boolean;
}

export function useUndo(): Undo {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    scope: { id: 'undo' },
    mutationFn: takeBack,
    onSuccess: async ({ made, refusal, left }, changes) => {
      forget(changes);
      if (left.length > 0) done.push({ screen: screenHere(), changes: left });
      if (refusal === undefined) return say('Undone.', wayBack('Redo', made));
      const text = await explain(refusal);
      // What could be taken back of several is, and the rest is named.
      const share = changes.length > 1 ? `${made.length} of ${changes.length} are undone. ` : '';
      notify({ level: 'error', text: `${share}${text}`, seconds: 10 });
    },
    onSettled: () => readAgain(queryClient),
  });
  const wayBack = (label: string, changes: readonly number[]) =>
    changes.length > 0 ? { label, run: () => mutate(changes) } : undefined;
  return {
    tell(text, outcomes) {
      const changes = madeBy(outcomes);
      if (changes.length > 0) done.push({ screen: screenHere(), changes });
      done.splice(0, done.length - mostKept);
      say(text, wayBack('Undo', changes));
    },
    undo: mutate,
    undoLatest() {
      const latest = done.findLast(({ screen }) => screen === screenHere());
      if (latest && !isPending) mutate(latest.changes);
    },
    isUndoing: isPending,
  };
}

function madeBy(outcomes: readonly Outcome[]): number[] {
  return outcomes.filter(({ made }) => made).map(({ change }) => change);
}

function forget(changes: readonly number[]): void {
  const at = done.findIndex((one) => one.changes === changes || one.changes[0] === changes[0]);
  if (at !== -1) done.splice(at, 1);
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
async function explain(error: Error): Promise<string> {
  const newer = error instanceof ApiError ? (error.data as Conflict)?.newer : undefined;
  if (!newer) return error.message;
  return `${await authorOf(newer.number)} changed ${newer.label} after that (${moment(newer.at)}). Undo that change first, on the history page.`;
}

async function authorOf(number: number): Promise<string> {
  try {
    const params = { path: { number } };
    const { by } = await answer(api.GET('/services/scheduling/api/v1/changes/{number}', { params }));
    return by.name || 'A program';
  } catch {
    return 'Somebody else';
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
