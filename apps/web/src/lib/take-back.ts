import type { Change, Conflict } from '@muster/domain/changes/schema';
import { answer, api, ApiError } from './api.ts';
import { createAttempts } from './attempt.ts';
import { deedInShort } from './change-words/change-words.ts';
import { moment } from './format.ts';

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
  refusal: { change: number; error: ApiError } | undefined;
  /** What was not tried, because the server could not be reached. */
  left: number[];
}

/** The latest first. One that is refused keeps nobody from taking back the others. */
export async function takeBack(changes: readonly number[], restAlone: boolean): Promise<TakenBack> {
  const outcomes: Outcome[] = [];
  let refusal: TakenBack['refusal'];
  for (const [at, number] of [...changes.entries()].toReversed()) {
    const params = {
      path: { number },
      query: restAlone ? { rest: true } : {},
      header: { 'idempotency-key': attempts.keyFor([number, restAlone]) },
    };
    try {
      outcomes.push(await answer(api.POST('/services/scheduling/api/v1/changes/{number}/undo', { params })));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refused = { change: number, error };
      if (error.status === 0)
        return { made: madeBy(outcomes), refusal: refused, left: changes.slice(0, at + 1) };
      refusal ??= refused;
    }
    attempts.settle();
  }
  return { made: madeBy(outcomes), refusal, left: [] };
}

export function madeBy(outcomes: readonly Outcome[]): number[] {
  return outcomes.filter(({ made }) => made).map(({ change }) => change);
}

/** What changes did, in the words of the history: "moved 18 visits". Nothing where it cannot be read just now. */
export async function deedOf(changes: readonly number[]): Promise<string | undefined> {
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
export async function explain({ change, error }: NonNullable<TakenBack['refusal']>): Promise<Explained> {
  const { newer, stays = [], rest = 0 } = (error.data as Conflict | undefined) ?? {};
  if (!newer) return { text: error.message, except: undefined };
  const [by, own] = await Promise.all(
    [newer.number, change].map((number) => readChange(number).catch(() => undefined)),
  );
  const label = by?.entries.some((entry) => entry.label === newer.label)
    ? newer.label
    : by?.entries[0]?.label;
  const who = by ? by.by.name || 'A program' : 'Somebody else';
  const since = `${who} changed ${label ?? newer.label} after that (${moment(newer.at)}).`;
  if (rest === 0)
    return {
      text: `${since} Undo that change first.`,
      where: 'It is on the history page.',
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
