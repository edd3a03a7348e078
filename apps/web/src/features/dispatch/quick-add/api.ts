import { answer, api } from '../../../lib/api/api.ts';
import { beginsNameOf, type Found, isNamedSo, runsOf, type Said } from './model/find-customer.ts';

const base = '/services/scheduling/api/v1';
const choices = 8;

/** Whom the words that are left over may mean, and whose the telephone number is. */
export function whoQuery(said: Said) {
  return {
    queryKey: ['customers', 'quick add', said],
    queryFn: () => findWho(said),
    enabled: said.words.length > 0 || said.phone !== undefined,
    meta: { tables: ['customers', 'contacts', 'sites'] },
  };
}

/** Whoever has the number, and whoever is called so. */
async function findWho({ words, phone, isName }: Said): Promise<Found> {
  const ringing = phone === undefined ? [] : await search(phone);
  const found = isName ? await findNamed(words) : await findMeant(words);
  const ids = new Set(ringing.map(({ id }) => id));
  const customers = [...ringing, ...found.customers.filter(({ id }) => !ids.has(id))];
  return { words: found.words, customers, ringing: [...ids] };
}

async function findNamed(words: readonly string[]) {
  const rows = words.length === 0 ? [] : await search(words.join(' '));
  return { words, customers: rows.filter(({ name }) => isNamedSo(words, name)) };
}

/** All of the words first; where nobody has them all, fewer of them, which have to be of the name then. */
async function findMeant(words: readonly string[]) {
  for (const run of runsOf(words)) {
    const rows = await search(run.join(' '));
    const meant = run.length === words.length ? rows : rows.filter(({ name }) => beginsNameOf(run, name));
    if (meant.length > 0) return { words: run, customers: meant };
  }
  return { words: [], customers: [] };
}

async function search(text: string) {
  const query = { limit: choices, search: text };
  return (await answer(api.GET(`${base}/customers`, { params: { query } }))).rows;
}

/** The suburbs that the words may name. */
export function namedSuburbsQuery(names: readonly string[]) {
  return {
    queryKey: ['suburbs', 'named', names],
    queryFn: () => loadNamed(names),
    enabled: names.length > 0,
    staleTime: Infinity,
  };
}

async function loadNamed(names: readonly string[]) {
  const query = { names: names.join(',') };
  return answer(api.GET(`${base}/suburbs/named`, { params: { query } }));
}
