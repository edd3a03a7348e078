import { checkReachable } from '../lib/api.ts';

/**
 * The router loads the document again when a part of it is missing, which is right after a new version came out, and
 * would end at the browser's own error page while the server cannot be reached.
 */
export async function explain(error: unknown): Promise<never> {
  await checkReachable();
  throw error;
}
