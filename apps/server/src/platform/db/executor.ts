import type { ColumnType, Generated, Kysely, SelectType, Transaction } from 'kysely';
import type { Catalogue, Json } from './catalogue.gen.ts';

/**
 * The tables a query may name. Empty here, because the platform knows no noun: each store adds its own by
 * `declare module` merging, so that a table is named beside the only SQL that touches it.
 */
export interface Tables {}

/** The first parameter of every store function: the pool, or the open transaction. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** A table as the migrations have left it, and what its store knows of its columns beyond that. */
export type TableOf<
  Name extends keyof Catalogue,
  Known extends { [Column in keyof Known]: ValueOf<Name, Column> } = {},
> = {
  [Column in keyof Catalogue[Name]]: Column extends keyof Known
    ? Narrowed<Catalogue[Name][Column], Known[Column]>
    : Catalogue[Name][Column];
};

type ValueOf<Name extends keyof Catalogue, Column> = Column extends keyof Catalogue[Name]
  ? SelectType<Catalogue[Name][Column]>
  : never;

type Narrowed<Column, Value> =
  Column extends Json<infer Insert>
    ? ColumnType<Value, Insert, string>
    : Column extends Generated<infer _>
      ? Generated<Value>
      : Value;
