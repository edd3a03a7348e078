import { dismiss, notify } from '@muster/ui/toast';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { whenDone } from './close-warning.ts';
import { latestOwn } from './own-changes.ts';
import { deedOf, explain, madeBy, type Outcome, takeBack } from './take-back.ts';

export type { Outcome } from './take-back.ts';

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
  /** Says what was done, with the way back where something was changed; Ctrl-Z finds it as well. */
  tell: (text: string, outcomes: readonly Outcome[]) => void;
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
    onSuccess: async ({ made, refusal, left, what }, order) => {
      const { changes, isRedo = false, onRefused } = order;
      const [from, to] = isRedo ? [undone, done] : [done, undone];
      forget(from, changes);
      if (left.length > 0) from.push({ screen: screenHere(), changes: left });
      if (made.length > 0) to.push({ screen: screenHere(), changes: made, what });
      const text = `${isRedo ? 'Redone' : 'Undone'}${what ? `: ${what}` : ''}.`;
      if (refusal === undefined) return say(text, wayBack(made, !isRedo, what));
      // What could be taken back of several is, and the rest is named.
      const share = changes.length > 1 ? `${made.length} of ${changes.length} are undone. ` : '';
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
    },
    // Nobody has to wait for that before the next step back or forth.
    onSettled: () => void readAgain(queryClient),
  });
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
    undo: (changes, onRefused) => mutate({ changes, onRefused }),
    undoLatest: (user) => void undoLatest(user),
    redoLatest() {
      const latest = latestHere(undone);
      if (latest && !isPending) mutate({ ...latest, isRedo: true });
      else if (!latest) notify({ level: 'info', text: 'There is nothing to redo here.' });
    },
    isUndoing: isPending,
  };
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
const undoSeconds = 8;
/** Time to read who changed what, and to decide. */
const refusalSeconds = 15;

interface Action {
  label: string;
  run: () => void;
}

/** One at a time, below what people are working on. */
function say(text: string, action: Action | undefined): void {
  if (said !== undefined) dismiss(said);
  said = notify({ level: 'success', text, action, position: 'bc', seconds: undoSeconds });
}

/** In the same place: it is the answer to the same press. */
function refuse(text: string, action: Action | undefined): void {
  if (said !== undefined) dismiss(said);
  said = notify({ level: 'error', text, action, position: 'bc', seconds: refusalSeconds });
}
