import { deriveBoard, type Derived } from '@muster/domain/dispatch/board/derive';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import type { LocalDate } from '@muster/domain/values/local-time';
import { type EpochMinutes, minuteAt } from '@muster/domain/values/minutes';
import { useStore } from '@muster/ui/store';
import { notify } from '@muster/ui/toast';
import {
  keepPreviousData,
  type QueryClient,
  QueryObserver,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../../../lib/api/api.ts';
import { warnUntil } from '../../../../../lib/page/close-warning.ts';
import { useUndo } from '../../../../../lib/changes/undo.ts';
import { useNow } from '../../../../../lib/page/use-now.ts';
import { boardQuery, type KnownBoard } from '../../api.ts';
import {
  type BoardCommand,
  createOutbox,
  type Doubt,
  expectedTables,
  inDoubt,
  type Outbox,
  type Pending,
} from '../../model/outbox.ts';
import { commandId } from '../../../../../lib/api/command.ts';

/** Something that somebody does on the board. */
interface Order extends BoardCommand {
  /** Where the first of them was put. */
  wanted?: Place;
  /** What to say once it is done. */
  done: string;
  /** Whether that says who is emailed because of it. */
  saysEmails?: boolean;
}

/** A technician's row, and a moment on it. */
interface Place {
  readonly technician: string;
  readonly start: EpochMinutes;
}

/** What the server said no to, until somebody has read it or has done better. */
export interface Refusal {
  readonly text: string;
  /** Where the visit was put, and came back from. */
  readonly from: Place | undefined;
}

export interface LiveBoard {
  board: Board | undefined;
  tables: BoardTables | undefined;
  error: Error | null;
  retry: () => void;
  /** Whether other days are on their way, and those before are still shown. */
  isTurning: boolean;
  inDoubt: ReadonlyMap<string, Doubt>;
  /** By visit. */
  refusals: ReadonlyMap<string, Refusal>;
  dismiss: (visits: readonly string[]) => void;
  /** Shows at once what will be, and puts it back where the server refuses. Answers whether it was done. */
  run: (order: Order) => Promise<boolean>;
  /** These visits stay known when the page turns: somebody has them in their hand. */
  carry: (visits: readonly string[]) => void;
}

interface Carried {
  from: LocalDate;
  to: LocalDate;
  visits: ReadonlySet<string>;
}

/** Each board is made from the one before, as far as that still holds. */
function keepingDerived() {
  let latest: Derived | undefined;
  return (tables: BoardTables, now: EpochMinutes) => (latest = deriveBoard(tables, now, latest));
}

/**
 * What the server has confirmed with what has been done here on top of it: nobody waits for an answer to see their own move. Where there
 * are no notes beside the visits, or somebody has gone elsewhere meanwhile, a refusal is told as a notice.
 */
export function useBoard(from: LocalDate, to: LocalDate, hasNotes: boolean): LiveBoard {
  const queryClient = useQueryClient();
  const shown = useQuery({ ...boardQuery(from, to), placeholderData: keepPreviousData });
  const { data: known, isPlaceholderData: isTurning, error, refetch } = shown;
  const [carried, setCarried] = useState<Carried>();
  // The days that they come from are followed as well: a colleague may change what is in the hand.
  const { data: home } = useQuery(boardQuery(carried?.from ?? from, carried?.to ?? to));
  const { outbox, pending } = useOutbox();
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Refusal>>(new Map());
  const isNoted = useRef(false);
  useEffect(() => {
    isNoted.current = hasNotes;
    return () => void (isNoted.current = false);
  }, [hasNotes]);
  const { tell } = useUndo();
  const now = minuteAt(useNow());
  const [derive] = useState(keepingDerived);
  const confirmed = useMemo(
    () => known && (home && carried ? withCarried(known.tables, home.tables, carried.visits) : known.tables),
    [known, home, carried],
  );
  const latest = useMemo(
    () => (known && confirmed ? derive(expectedTables(known, pending, confirmed), now) : undefined),
    [known, confirmed, pending, now, derive],
  );
  useEffect(() => {
    if (!known || isTurning) return undefined;
    const confirm = () => outbox.confirm(known);
    confirm();
    return outbox.subscribe(confirm);
  }, [outbox, known, isTurning]);

  function dismiss(visits: readonly string[]) {
    setRefusals((all) => new Map([...all].filter(([visit]) => !visits.includes(visit))));
  }

  async function run({ done, wanted, saysEmails = false, ...command }: Order): Promise<boolean> {
    const { visits } = command;
    dismiss(visits);
    const answered = outbox.run(command);
    warnUntil(answered);
    try {
      const outcome = await answered;
      tell(done, [outcome], !saysEmails);
      setTimeout(() => void readBehind(queryClient, outcome.change), patienceMs);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { message: text } = error;
      const [first] = visits;
      if (isNoted.current && first !== undefined)
        setRefusals((all) => new Map([...all, [first, { text, from: wanted }]]));
      else notify({ level: 'error', text, seconds: 10 });
      void queryClient.invalidateQueries({ queryKey: ['board'] });
      return false;
    }
  }

  function carry(ids: readonly string[]) {
    if (!known) return;
    const { from, to, visits } = known.tables;
    // What was put down here a moment ago has come from elsewhere, and is not told of yet.
    if (ids.some((id) => visits.every((visit) => visit.id !== id))) return;
    setCarried({ from: from as LocalDate, to: to as LocalDate, visits: new Set(ids) });
  }

  return {
    board: latest?.board,
    tables: latest?.tables,
    error,
    retry: () => void refetch(),
    isTurning,
    inDoubt: useMemo(() => inDoubt(pending), [pending]),
    refusals,
    dismiss,
    run,
    carry,
  };
}

const boards = ['board'];
/** The stream tells of a change within half a second; if it is away, the board is read again. */
const patienceMs = 4_000;
const firstPauseMs = 1_000;
const longestPauseMs = 8_000;
/** What may be gone in a moment: no answer, too much at once, or nobody there behind the proxy. */
const passing = new Set([0, 429, 502, 503, 504]);
/** Of a fault of the server's own, which may be one for good. */
const mostTries = 3;

/** One for the application: what is on its way goes on while somebody looks at another page. */
const outboxes = new WeakMap<QueryClient, Outbox>();

function useOutbox(): { outbox: Outbox; pending: readonly Pending[] } {
  const queryClient = useQueryClient();
  const outbox = outboxes.get(queryClient) ?? openOutbox(queryClient);
  return { outbox, pending: useStore({ get: outbox.pending, subscribe: outbox.subscribe }) };
}

function openOutbox(queryClient: QueryClient): Outbox {
  const outbox = createOutbox({
    newKey: commandId,
    rowsOf: (visits, change) => rowsOf(queryClient, visits, change),
    pause,
  });
  keepBoards(queryClient, outbox);
  outboxes.set(queryClient, outbox);
  return outbox;
}

/** Reads again what does not hold the change yet. */
function readBehind(queryClient: QueryClient, change: number): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: boards,
    predicate: ({ state }) => ((state.data as KnownBoard | undefined)?.change ?? change) < change,
  });
}

/** As soon as the stream has told of the change. A visit is gone where a board that knows of the change does not have it. */
function rowsOf(queryClient: QueryClient, visits: readonly string[], change: number): Promise<BoardTables> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const tables = newest(queryClient, visits, change);
      if (tables === undefined) return;
      end();
      resolve(tables);
    };
    const end = () => {
      clearInterval(late);
      stop();
    };
    const late = setInterval(async () => {
      await readBehind(queryClient, change);
      if (newest(queryClient, [], change) === undefined) return;
      end();
      reject(new ApiError('This visit is no longer on the board.'));
    }, patienceMs);
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });
}

/** A board that nobody looks at is forgotten after a while, but not while commands wait that need its rows. */
function keepBoards(queryClient: QueryClient, outbox: Outbox): void {
  let stops: (() => void)[] = [];
  outbox.subscribe(() => {
    const isWaiting = outbox.pending().some(({ change }) => change === undefined);
    if (isWaiting === stops.length > 0) return;
    for (const stop of stops) stop();
    stops = isWaiting
      ? queryClient
          .getQueryCache()
          .findAll({ queryKey: boards })
          .map(({ queryKey, options }) =>
            new QueryObserver(queryClient, { ...options, queryKey, refetchOnMount: false }).subscribe(
              () => undefined,
            ),
          )
      : [];
  });
}

function newest(
  queryClient: QueryClient,
  visits: readonly string[],
  change: number,
): BoardTables | undefined {
  const holds = ({ tables }: KnownBoard) =>
    visits.every((id) => tables.visits.some((visit) => visit.id === id));
  return queryClient
    .getQueriesData<KnownBoard>({ queryKey: boards })
    .flatMap(([, known]) => (known && known.change >= change && holds(known) ? [known] : []))
    .toSorted((a, b) => b.change - a.change)[0]?.tables;
}

function pause(error: unknown, tries: number): Promise<void> | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const isPassing = passing.has(error.status) || (error.status >= 500 && tries < mostTries);
  if (!isPassing) return undefined;
  const ms = (error.retryAfter ?? 0) * 1_000 || Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs);
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      removeEventListener('online', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    addEventListener('online', over);
  });
}

/**
 * The rows of a stretch of days, with those of visits from another one that somebody has in their hand: what speaks against a place
 * is found from the visit, its job, its site and whoever is on it. What these days have themselves is newer or the same.
 */
function withCarried(tables: BoardTables, home: BoardTables, carried: ReadonlySet<string>): BoardTables {
  const present = new Set(tables.visits.map(({ id }) => id));
  const visits = home.visits.filter(({ id }) => carried.has(id) && !present.has(id));
  if (visits.length === 0) return tables;
  const ids = new Set(visits.map(({ id }) => id));
  const jobIds = new Set(visits.map(({ job_id }) => job_id));
  const assignments = home.assignments.filter(({ visit_id }) => ids.has(visit_id));
  const crew = new Set(assignments.map(({ technician_id }) => technician_id));
  const jobs = home.jobs.filter(({ id }) => jobIds.has(id));
  const sites = new Set(jobs.map(({ site_id }) => site_id));
  const customers = new Set(jobs.map(({ customer_id }) => customer_id));
  return {
    ...tables,
    visits: [...tables.visits, ...visits],
    assignments: [...tables.assignments, ...assignments],
    jobs: joined(tables.jobs, jobs),
    sites: joined(
      tables.sites,
      home.sites.filter(({ id }) => sites.has(id)),
    ),
    customers: joined(
      tables.customers,
      home.customers.filter(({ id }) => customers.has(id)),
    ),
    technicians: joined(
      tables.technicians,
      home.technicians.filter(({ id }) => crew.has(id)),
    ),
  };
}

function joined<Row extends { id: string }>(own: Row[], more: readonly Row[]): Row[] {
  const known = new Set(own.map(({ id }) => id));
  const missing = more.filter(({ id }) => !known.has(id));
  return missing.length === 0 ? own : [...own, ...missing];
}
