import { createStore } from '@muster/ui/store';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { KnownBoard } from '../api.ts';

interface Outcome {
  readonly change: number;
  readonly made: boolean;
}

/** Something that somebody wants done on the board. */
export interface BoardCommand {
  readonly visits: readonly string[];
  /** What it will look like. */
  readonly apply: Pending['apply'];
  /** What to send, of the rows as they are confirmed when its turn comes; sent again, it is the very same. */
  readonly request: (tables: BoardTables) => (key: string) => Promise<Outcome>;
}

interface Surroundings {
  readonly newKey: () => string;
  /** The newest confirmed rows that hold these visits, none of them older than the change. */
  readonly rowsOf: (visits: readonly string[], change: number) => Promise<BoardTables>;
  /** How long to wait before a command is sent again of which no answer came; undefined for an answer that stands. */
  readonly pause: (error: unknown, tries: number) => Promise<void> | undefined;
}

export interface Outbox {
  readonly pending: () => readonly Pending[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Done once, whatever the network does; rejects where it is refused. */
  readonly run: (command: BoardCommand) => Promise<Outcome>;
  /** Forgets what a board that is shown holds by now. */
  readonly confirm: (known: KnownBoard) => void;
}

/**
 * Commands on their way to the server, one after the other, because the second may need the place that the first one leaves. One about
 * a visit that was just changed waits until that change is here: it names the rows that it was made for.
 */
export function createOutbox({ newKey, rowsOf, pause }: Surroundings): Outbox {
  const list = createStore<readonly Pending[]>([]);
  let last: Promise<unknown> = Promise.resolve();
  const changeOf = new Map<string, number>();

  async function send({ visits, request }: BoardCommand, key: string): Promise<Outcome> {
    const since = Math.max(0, ...visits.map((id) => changeOf.get(id) ?? 0));
    const ask = request(await rowsOf(visits, since));
    for (let tries = 1; ; tries += 1)
      try {
        return await ask(key);
      } catch (error) {
        const waited = pause(error, tries);
        if (waited === undefined) throw error;
        list.set(
          list.get().map((one) => (one.key === key ? Object.assign({}, one, { isWaiting: true }) : one)),
        );
        await waited;
      }
  }

  async function deliver(command: BoardCommand, key: string, before: Promise<unknown>): Promise<Outcome> {
    await before;
    try {
      const outcome = await send(command, key);
      for (const id of command.visits) changeOf.set(id, outcome.change);
      list.set(
        list.get().map((one) => (one.key === key ? Object.assign({}, one, { change: outcome.change }) : one)),
      );
      return outcome;
    } catch (error) {
      list.set(list.get().filter((one) => one.key !== key));
      throw error;
    }
  }

  return {
    pending: list.get,
    subscribe: list.subscribe,
    run(command) {
      const key = newKey();
      const { visits, apply } = command;
      list.set([...list.get(), { key, visits, apply }]);
      const answered = deliver(command, key, last);
      last = answered.catch(() => undefined);
      return answered;
    },
    confirm: (known) => list.set(unconfirmed(known, list.get())),
  };
}

/** What somebody has done here and the server has not confirmed yet. */
export interface Pending {
  /** The id of the command. */
  readonly key: string;
  /** The visits that it is about. */
  readonly visits: readonly string[];
  readonly apply: (tables: BoardTables) => BoardTables;
  /** Whether it was sent in vain, and waits for the network. */
  readonly isWaiting?: boolean;
  /** The number of its change, once the server has answered. */
  readonly change?: number;
}

/** Confirmed are those that the stream has told of, and those that what was read since holds already. */
function unconfirmed(known: KnownBoard, pending: readonly Pending[]): readonly Pending[] {
  const isOpen = ({ key, change }: Pending) =>
    !known.commands.includes(key) && (change === undefined || change > known.change);
  return pending.every(isOpen) ? pending : pending.filter(isOpen);
}

/** What is confirmed, with what is not on top of it, in the order in which it was done. */
export function expectedTables(
  known: KnownBoard,
  pending: readonly Pending[],
  confirmed: BoardTables = known.tables,
): BoardTables {
  return unconfirmed(known, pending).reduce((tables, { apply }) => apply(tables), confirmed);
}

export type Doubt = 'saving' | 'waiting';

/** The visits that somebody has changed and the server has not answered for yet. */
export function inDoubt(pending: readonly Pending[]): ReadonlyMap<string, Doubt> {
  return new Map(
    pending
      .filter(({ change }) => change === undefined)
      .flatMap(({ visits, isWaiting }) =>
        visits.map((visit) => [visit, isWaiting === true ? 'waiting' : 'saving'] as const),
      ),
  );
}
