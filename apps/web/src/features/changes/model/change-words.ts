import type { Change } from '@muster/domain/changes/schema';
import { fieldName, isTold, type NameOf, thingNames, valueWords, weekInShort } from './field-words.ts';

type Entry = Change['entries'][number];

export interface Words {
  nameOf: NameOf;
  /** Of the business. */
  zone: string;
}

/** "Dan Dispatcher changed the phone of Priya Nair from 0412 … to 0413 …". */
export function changeWords(change: Change, words: Words): string {
  const who = change.by.name || (change.by.api_key_id === null ? 'Muster' : 'A program');
  const [first] = change.entries;
  if (change.undoes !== null) return `${who} undid a change${first ? ` of ${quoted(first)}` : ''}`;
  if (!first) return `${who}: ${change.kind}`;
  const rest = change.count - 1;
  const others = rest > 0 ? `, and ${rest === 1 ? 'one other thing' : `${rest} other things`}` : '';
  return `${who} ${entryWords(first, words)}${others}`;
}

/** What happened to one thing, without who did it: "changed the phone of …". */
function entryWords({ table, label, before, after }: Entry, words: Words): string {
  const thing = thingNames[table] ?? table;
  if (before === null) return `added the ${thing} ${label}`;
  if (after === null) return `removed the ${thing} ${label}`;
  if (typeof after['revoked_at'] === 'string') return `revoked the ${thing} ${label}`;
  const special = states(before, after);
  if (special !== undefined) return `${special} ${label}`;
  const fields = Object.keys(after).filter(isTold);
  if (fields.length === 0) return `changed ${label}`;
  if (fields.length > 1) return `changed ${listed(fields.map(fieldName))} of ${label}`;
  return `changed the ${fieldName(fields[0]!)} of ${label}${fromTo(fields[0]!, before, after, words)}`;
}

/** Changes of state have a verb of their own. */
function states(before: Fields, after: Fields): string | undefined {
  const fields = Object.keys(after).filter(isTold);
  if (fields.includes('archived_at')) return after['archived_at'] === null ? 'restored' : 'archived';
  if (fields.length !== 1 || !('is_active' in after) || before['is_active'] === undefined) return undefined;
  return after['is_active'] === true ? 'activated' : 'deactivated';
}

type Fields = Record<string, unknown>;

function fromTo(field: string, before: Fields, after: Fields, { nameOf, zone }: Words): string {
  const [from, to] = [before[field], after[field]].map((value) => inShort(field, value, nameOf, zone));
  return from === undefined || to === undefined ? '' : ` from ${from} to ${to}`;
}

function inShort(field: string, value: unknown, nameOf: NameOf, zone: string): string | undefined {
  return field === 'working_week' ? weekInShort(value) : valueWords(value, nameOf, zone);
}

function quoted({ table, label }: Entry): string {
  return table === 'technicians' || table === 'customers'
    ? label
    : `the ${thingNames[table] ?? table} ${label}`;
}

/** "name, phone and email". */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(names.map((name) => name));
}
