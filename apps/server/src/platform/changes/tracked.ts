import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import type { Permit, Rights } from '@muster/domain/values/role';
import type { Tx } from '../db/executor.ts';

/** What every row has whose changes are kept. */
export interface TrackedRow {
  readonly id: string;
  readonly version: number;
}

/** A row before it is written: the database gives it a version, and an id where it has none. */
export type NewRow<Row extends TrackedRow> = Partial<Omit<Row, 'version'>>;

/** What a command did to a row, from the first to the last write of it. */
export interface Touched<Row extends TrackedRow = TrackedRow> {
  readonly before: Row | null;
  readonly after: Row | null;
}

/**
 * A table whose every write makes an entry in the log. Its rows have one shape everywhere, that of `to_jsonb`: in the log, in the
 * API and on the wire. The module that owns the table declares it; the architecture check keeps other modules from writing it.
 */
export interface TrackedTable<Row extends TrackedRow = TrackedRow> {
  readonly name: string;
  /** What is read, written and logged, beside `id` and `version`. */
  readonly columns: readonly (Exclude<keyof Row, 'id' | 'version'> & string)[];
  /** Columns that follow from other rows, and that `settle` writes: they have no version and are not logged. */
  readonly derived?: readonly string[];
  /** Whether a scenario has rows of its own: all that it sees, or beside those that are everybody's. */
  readonly byScenario?: 'all' | 'some';
  /** Whose rows a live stream, the history and an undo may show and change. */
  readonly readers: readonly Permit[];
  readonly writers: readonly Permit[];
  /** Kinds of changes that only take its rows along: whoever may undo the rest of such a change may undo that as well. */
  readonly carriedBy?: readonly ChangeKind[];
  /** Who finds rows by the search, where that is not who reads all that is in them. */
  readonly finders?: readonly Permit[];
  /** How the history names a row. */
  label(row: Row): string;
  /** In the histories of what else a change of the row is told. */
  subjects?(row: Row): readonly (string | null)[];
  /** Texts by the beginnings of whose words the row is found. */
  search?(row: Row): readonly string[];
  /** The fields that tell of a person, blank: what is left when these people are erased. */
  erased?(row: Row, people: ReadonlySet<string>): object;
  /** What the constraints of the table say when they refuse, by name. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** Whose time these rows take, given as far as the log tells them: an undo holds technicians before any row, as all who book do. */
  technicians?(db: Tx, rows: readonly Partial<Row>[]): Promise<readonly string[]>;
  /** What the row is taken back with or not at all: the visit of a booking, because half a crew is none. */
  undoneWith?(row: Partial<Row>): string | undefined;
  /**
   * Runs at the end of every command that touched the table, be it an undo or an import: refuses what the rules do not allow, and
   * writes what follows from the rows.
   */
  settle?(write: Writer, touched: readonly Touched<Row>[]): Promise<void>;
}

/** For the list of all tables, where nobody asks for the fields of one of them. */
export type AnyTable = TrackedTable<never>;

/** Who makes a change: somebody who is signed in, a program with a key of the account, or a customer on the page of their visit or of a quote. */
export interface Author extends Rights {
  readonly user: string | null;
  readonly apiKey: string | null;
  /** The link that opened that page. */
  readonly visitLink?: string;
}

/** What a command changed in one row. */
export interface Entry {
  readonly table: string;
  readonly id: string;
  readonly version: number;
  readonly label: string;
  readonly before: object | null;
  readonly after: object | null;
}

/** The way in which a command writes: everything that goes through it is in its one entry of the log. */
export interface Writer {
  readonly db: Tx;
  readonly author: Author;
  readonly at: Date;
  /** Whether it puts back or writes down what was, an undo or an import of history, rather than deciding what is to be. */
  readonly restores: boolean;
  /** The number of the change that it takes back; null: it is no undo. */
  readonly undoes: number | null;
  /** Where it is done; null: on the live board. */
  readonly scenario: string | null;
  insert<Row extends TrackedRow>(table: TrackedTable<Row>, rows: readonly NewRow<Row>[]): Promise<Row[]>;
  /** With a version: only if that is still the row's, otherwise refused with what it has become. */
  update<Row extends TrackedRow>(
    table: TrackedTable<Row>,
    id: string,
    fields: Partial<Row>,
    version?: number,
  ): Promise<Row>;
  /** The same for many rows at once, which are given in the order in which they come back. */
  updateAll<Row extends TrackedRow>(
    table: TrackedTable<Row>,
    rows: readonly (Partial<Row> & { id: string; version?: number | undefined })[],
  ): Promise<Row[]>;
  removeAll<Row extends TrackedRow>(
    table: TrackedTable<Row>,
    rows: readonly { id: string; version?: number | undefined }[],
  ): Promise<void>;
  remove<Row extends TrackedRow>(table: TrackedTable<Row>, id: string, version?: number): Promise<void>;
  /** Takes what tells of these people out of the rows, out of their words and out of everything that the log says of them. */
  erase<Row extends TrackedRow>(
    table: TrackedTable<Row>,
    ids: readonly string[],
    people: ReadonlySet<string>,
  ): Promise<void>;
  /** The same for rows that are gone, given as they were last: no undo brings them back from then on. */
  eraseGone<Row extends TrackedRow>(
    table: TrackedTable<Row>,
    rows: readonly Row[],
    people: ReadonlySet<string>,
  ): Promise<void>;
  /** Says in whose histories the change is told as well, beside those of what it touched. */
  concern(subjects: readonly string[]): void;
  /** Lets every table check and follow up now, for whoever answers with what follows. What is written later settles at the end. */
  settle(): Promise<void>;
}
