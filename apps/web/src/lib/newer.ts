import { replaceEqualDeep } from '@tanstack/react-query';

/** For a query's `structuralSharing`: the answer to an earlier question may arrive last. */
export function newer<T extends { version: number }>(known: T | undefined, read: T): T {
  return known && known.version > read.version ? known : replaceEqualDeep(known, read);
}
