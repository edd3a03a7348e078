import type { AccountId } from '@muster/domain/values/ids';

/** A piece that lies in the store. */
export interface Stored {
  readonly account: string;
  readonly key: string;
  readonly storedAt: Date;
}

/**
 * Where the bytes of files lie: a folder, or a store that speaks S3. It knows pieces of a few megabytes and nothing of files, so any
 * store will do, and nothing is ever held in memory as a whole.
 */
export interface FileStorage {
  /** Returns when the piece would survive a power cut. */
  put(account: AccountId, key: string, piece: Uint8Array): Promise<void>;
  /** Undefined where there is no such piece. */
  get(account: AccountId, key: string): Promise<Uint8Array | undefined>;
  /** It is no fault if the piece is gone already. */
  remove(account: AccountId, key: string): Promise<void>;
  /** Every piece that there is, for whoever looks for those that nobody needs. */
  list(): AsyncIterable<Stored>;
}

/** As much as is held in memory of one file at a time. */
export const PIECE_BYTES = 4 * 1024 * 1024;
