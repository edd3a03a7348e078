import type { Change } from '@muster/domain/changes/schema';
import type { CustomerMessage } from '@muster/domain/customer-messages/schema';
import { messageInWords } from '@muster/domain/customer-messages/words';
import { lengthInWords } from '@muster/domain/values/clock-words';
import { bookingWords } from './booking-words.ts';
import { fieldName, thingNames, toldFields, valueWords, weekInShort, type Words } from './field-words.ts';
import { planWords, stateWords } from './state-words.ts';

type Entry = Change['entries'][number];

/** "Dan Dispatcher changed the phone of Priya Nair from 0412 … to 0413 …". */
export function changeWords(change: Change, words: Words): string {
  const [first] = change.entries;
  // Nobody in particular sends it: what was sent is what there is to say.
  if (change.kind === 'customer told' && first?.after)
    return messageInWords(first.after as unknown as CustomerMessage);
  const who = change.by.name || (change.by.api_key_id === null ? 'Muster' : 'A program');
  return `${who} ${deedWords(change, words)}`;
}

/** "moved 18 visits", "changed the duration of J-1042/1 Smith from 1 h to 1 h 45 min": without who did it, with whom and when. */
export function deedInShort(change: Change): string {
  return deedWords(change, undefined);
}

function deedWords(change: Change, words: Words | undefined): string {
  const { kind, undoes, undoes_kind, entries, count, imported } = change;
  const [first] = entries;
  if (undoes !== null) {
    const whole = wholeWords(undoes_kind ?? '', imported);
    if (whole !== undefined) return `undid the ${whole.noun}`;
    const verb = undoes_kind === 'undo' ? 'redid' : 'undid';
    return first ? `${verb} a change of ${quoted(first)}${others(count)}` : `${verb} a change`;
  }
  const whole = wholeWords(kind, imported);
  if (whole !== undefined) return whole.deed;
  const told = bookingWords(change, words) ?? sameState(change);
  if (told !== undefined) return told;
  return first ? `${entryWords(first, words)}${others(count)}` : `made a change: ${kind}`;
}

/** "dispatched 18 visits": the same was done to all of them. */
function sameState({ entries, count }: Change): string | undefined {
  const [first] = entries;
  if (!first?.before || !first.after || count < 3) return undefined;
  const verbs = entries.map(({ before, after }) => before && after && stateWords(first.table, before, after));
  const isSame = entries.every(({ table }, at) => table === first.table && verbs[at] === verbs[0]);
  return isSame && verbs[0] ? `${verbs[0]} ${counted(count, first.table)}` : undefined;
}

/** What is one thing to whoever did it, however much it touched. */
function wholeWords(kind: string, imported: number | null): { deed: string; noun: string } | undefined {
  const [, things] = /^(\w+) imported$/.exec(kind) ?? [];
  if (things !== undefined) {
    const what = imported === null ? things : counted(imported, things);
    return { deed: `imported ${what}`, noun: `import of ${what}` };
  }
  if (kind === 'sample data added')
    return { deed: 'added the sample data', noun: 'adding of the sample data' };
  if (kind === 'scenario taken over')
    return { deed: 'took over what was tried in a scenario', noun: 'taking over of a scenario' };
  if (kind === 'scenario discarded')
    return { deed: 'discarded a scenario', noun: 'discarding of a scenario' };
  if (kind === 'sample data removed')
    return { deed: 'removed the sample data', noun: 'removal of the sample data' };
  return undefined;
}

/** "12,004 customers", "one customer". */
function counted(count: number, things: string): string {
  return count === 1 ? `one ${thingNames[things] ?? things}` : `${count.toLocaleString('en-AU')} ${things}`;
}

function others(count: number): string {
  const rest = count - 1;
  if (rest <= 0) return '';
  return rest === 1 ? ', and one other thing' : `, and ${rest.toLocaleString('en-AU')} other things`;
}

/** What happened to one thing, without who did it: "changed the phone of …". */
function entryWords(entry: Entry, words: Words | undefined): string {
  const { table, label, before, after } = entry;
  const thing = thingNames[table] ?? table;
  if (before === null && table === 'report_mails') return `mailed the report ${label}`;
  if (before === null) return table === 'field_records' ? `noted ${label}` : `added the ${thing} ${label}`;
  if (after === null) return `removed the ${thing} ${label}`;
  if (table === 'subscriptions') return planWords(before, after);
  const special = stateWords(table, before, after);
  if (special !== undefined) return `${special} ${label}`;
  const fields = toldFields(Object.keys(after));
  const names = [...new Set(fields.map((field) => fieldName(table, field)))];
  if (names.length === 0) return `changed ${label}`;
  if (names.length > 1) return `changed ${listed(names)} of ${label}`;
  const values = fields.length === 1 ? fromTo(fields[0]!, before, after, words) : '';
  return `changed the ${names[0]} of ${label}${values}`;
}

type Fields = Record<string, unknown>;

function fromTo(field: string, before: Fields, after: Fields, words: Words | undefined): string {
  const [from, to] = [before[field], after[field]].map((value) => inShort(field, value, words));
  return from === undefined || to === undefined ? '' : ` from ${from} to ${to}`;
}

function inShort(field: string, value: unknown, words: Words | undefined): string | undefined {
  if (field === 'working_week') return weekInShort(value);
  if (field === 'duration' && typeof value === 'number') return lengthInWords(value);
  return valueWords(value, words);
}

/** What their labels are already says what they are. */
const namedByLabel = new Set(['technicians', 'customers', 'visits', 'assignments']);

function quoted({ table, label }: Entry): string {
  return namedByLabel.has(table) ? label : `the ${thingNames[table] ?? table} ${label}`;
}

/** "name, phone and email". */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(names);
}
