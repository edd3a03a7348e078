import type { Kysely, Transaction } from 'kysely';

/**
 * The tables a query may name. Empty here, because the platform knows no noun: each store adds its own by
 * `declare module` merging, so that a table's columns are described beside the only SQL that touches them.
 */
export interface Tables {}

/** The first parameter of every store function: the pool, or the open transaction. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
