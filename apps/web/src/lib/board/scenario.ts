import { ID_PATTERN } from '@muster/domain/values/ids';

const address = new RegExp(`^/scenarios/(${ID_PATTERN})(?:/|$)`);

/** The scenario that an address is about; null: the live board, or no board at all. */
export function scenarioIn(pathname: string): string | null {
  return address.exec(pathname)?.[1] ?? null;
}

let loaded: string | null | undefined;

/**
 * The scenario that this page was loaded for. What was read and what waits to be sent belongs to one board, so whoever goes from one
 * to another loads the page again (the router sees to it), and nothing of the one can be taken for the other's.
 */
export function currentScenario(): string | null {
  if (loaded === undefined) loaded = scenarioIn(location.pathname);
  return loaded;
}
