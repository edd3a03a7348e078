import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { Button } from '@muster/ui/button';
import { createStore, useStore } from '@muster/ui/store';
import type { Deed } from '../outbox/store.ts';
import { fieldState } from '../state.ts';
import { doAt } from '../sync.ts';
import { Glyph } from './glyph.tsx';

interface Notice {
  /** For whoever listens: what was just kept or sent. */
  said: string;
  /** How often something was said: the same words again are something new. */
  times: number;
  /** For everybody, until they have read it: what could not be kept, and what to do. */
  problem: string | undefined;
}

const notice = createStore<Notice>({ said: '', times: 0, problem: undefined });

export function say(said: string): void {
  const { times, problem } = notice.get();
  notice.set({ said, times: times + 1, problem });
}

export function complain(problem: string | undefined): void {
  notice.set({ ...notice.get(), problem });
}

export function useNotice(): Notice {
  return useStore(notice);
}

/** Does something at a visit and says so. False where the phone could not keep it; the words that say why are shown then. */
export async function keepAt(visit: OwnVisit, what: string, ...deeds: readonly Deed[]): Promise<boolean> {
  const isKept = await attempt(() => doAt(visit, ...deeds));
  if (isKept)
    say(fieldState().isConnected ? `${what}.` : `${what}. Saved on this phone, sent when you’re online.`);
  return isKept;
}

/** Whether something could be written on the phone. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    complain(storageProblem(error));
    return false;
  }
  complain(undefined);
  return true;
}

function storageProblem(error: unknown): string {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull
    ? 'Not saved: this phone is full. Delete something, such as a video, and try again.'
    : 'Not saved on this phone. Try again. If it keeps happening, close the page and reopen it.';
}

/** What could not be kept, until it is read. */
export function Problem() {
  const { problem } = useNotice();
  if (problem === undefined) return null;
  return <ProblemNotice words={[problem]} onRead={() => complain(undefined)} />;
}

/** What went wrong, each in a line of its own. */
export function ProblemNotice({ words, onRead }: { words: readonly string[]; onRead: () => void }) {
  return (
    <div className="field-notice" data-tone="danger" role="alert">
      <Glyph name="warning" />
      <div>
        {words.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <Button variant="secondary" onClick={onRead}>
        OK
      </Button>
    </div>
  );
}
