import { isId } from '@muster/domain/values/ids';

/**
 * Anybody can write an address, so only what a page understands is taken from it; what is usual is left out of it. One function for
 * each kind of parameter, and one that leaves out what is not there.
 */
type Given = Record<string, unknown>;

const longestSearch = 200;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** The router reads a search for 0412 as a number. */
export function textParam(given: Given, name: string): string | undefined {
  const value = given[name];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.slice(0, longestSearch) || undefined;
}

export function idParam(given: Given, name: string): string | undefined {
  const text = textParam(given, name);
  return text !== undefined && isId(text) ? text : undefined;
}

/** A day as in 2026-11-16. */
export function dayParam(given: Given, name: string): string | undefined {
  const text = textParam(given, name);
  return text !== undefined && day.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

export function flagParam(given: Given, name: string): true | undefined {
  return given[name] === true ? true : undefined;
}

export function choiceParam<T extends string>(
  given: Given,
  name: string,
  choices: readonly T[],
): T | undefined {
  return choices.find((choice) => choice === given[name]);
}

const keptSorts = ['name', '-name', 'created', '-created'] as const;
/** How a list of records is sorted; by name where nothing is said. */
export type KeptSort = (typeof keptSorts)[number];

export function sortParam(given: Given): KeptSort | undefined {
  const sort = choiceParam(given, 'sort', keptSorts);
  return sort === 'name' ? undefined : sort;
}

/** What a change of a search may say: undefined takes a parameter away. */
export type Change<T> = { [K in keyof T]?: T[K] | undefined };

/** A search with some parameters changed. */
export function withChange<T extends object>(search: T, change: Change<T>): T {
  return present({ ...search, ...change });
}

export function present<T extends object>(search: Change<T>): T {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;
}
