import { addressKey, siteKey } from '../../values/street-address.ts';
import { phoneDigits } from '../../values/words.ts';
import type { ImportChoice } from '../imports/schema.ts';

interface TabledSite {
  readonly address?: string;
  readonly suburb_id?: number | null;
}

/** A customer as a row of a table tells of them. */
export interface TabledCustomer {
  readonly name: string;
  readonly abn?: string | null;
  readonly phone?: string;
  readonly email?: string;
  readonly sites?: readonly TabledSite[];
}

interface Row<T extends TabledCustomer> {
  /** As a spreadsheet counts. */
  readonly row: number;
  readonly fields: T;
}

/** What can become of a row that looks like a customer, what is likely meant, and whether that needs no asking. */
export interface Verdict {
  readonly choices: readonly ImportChoice[];
  readonly suggested: ImportChoice;
  readonly is_sure: boolean;
}

interface Other extends Omit<TabledCustomer, 'sites'> {
  readonly doors: Doors;
  /** A customer of ours, one who is archived, or somebody in a row above. */
  readonly known: 'kept' | 'archived' | 'tabled';
  /** What the row has in common with one of the contacts of that customer. */
  readonly reason?: string;
}

/**
 * Somebody of the same name and the same phone, mail or ABN at another address is the same customer with one more site. Where details
 * contradict each other, or only the name is the same, it is likely so and asked about; where the names differ, they are likely two.
 * A row that brings no new address brings nothing new, unless somebody says otherwise.
 */
export function judge(row: TabledCustomer, other: Other): Verdict {
  const isOther = (row.sites ?? []).some((site) => !other.doors.has(doorOf(site)));
  if (other.known === 'archived')
    return { choices: ['new', 'skip'], suggested: isOther ? 'new' : 'skip', is_sure: false };
  const onto: ImportChoice[] = other.known === 'kept' ? ['update'] : [];
  if (!isOther) return { choices: ['skip', ...onto, 'new'], suggested: 'skip', is_sure: false };
  const isShared = shares(row, other) || other.reason === 'phone' || other.reason === 'email';
  const isSame = sameName(row, other);
  const isClash = contradicts(row, other);
  return {
    choices: ['site', ...onto, 'new', 'skip'],
    suggested: isSame && (isShared || !isClash) ? 'site' : 'new',
    is_sure: isSame && !isClash && (isShared || (other.known === 'tabled' && keyOf(row) === keyOf(other))),
  };
}

/** Whether two that only have the name in common may be one: nothing else that both say is different. */
export function contradicts(one: Details, other: Details): boolean {
  const [a, b] = [detailsOf(one), detailsOf(other)];
  return a.some((detail, at) => detail !== '' && b[at] !== '' && detail !== b[at]);
}

function shares(one: Details, other: Details): boolean {
  const [a, b] = [detailsOf(one), detailsOf(other)];
  return a.some((detail, at) => detail !== '' && detail === b[at]);
}

type Details = Omit<TabledCustomer, 'sites'>;

function detailsOf({ abn, phone = '', email = '' }: Details): string[] {
  return [abn ?? '', phoneDigits(phone), email.trim().toLowerCase()];
}

function nameKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function sameName(one: Details, other: Details): boolean {
  return nameKey(one.name) === nameKey(other.name);
}

/** Rows that say the same of a customer are about one: each brings a site. */
function keyOf(customer: Details): string {
  return JSON.stringify([nameKey(customer.name), ...detailsOf(customer)]);
}

/** Where a customer has sites, with the row that brought each; 0, where none did. */
export type Doors = Map<string, number>;

/** One that names the suburb alone says nothing new of a site that is there. */
function doorOf(site: TabledSite): string {
  return addressKey(site.address ?? '') === '' ? `${site.suburb_id} anywhere` : siteKey(site);
}

export function addDoors(doors: Doors, sites: readonly TabledSite[], row = 0): Doors {
  for (const site of sites)
    for (const door of [siteKey(site), `${site.suburb_id} anywhere`])
      if (!doors.has(door)) doors.set(door, row);
  return doors;
}

/** A customer of a table, with the doors of all rows that are surely theirs. */
interface Gathered extends Details {
  readonly row: number;
  readonly doors: Doors;
}

/** A row that looks like one above it: "Ann looks like row 2: same phone." */
export interface AlikeRow extends Verdict {
  readonly row: number;
  readonly text: string;
  /** The row that it looks like, and no customer who is there. */
  readonly like_row: number;
  readonly customer_id: null;
}

/**
 * Tells of one row after the other, in their order, whether it looks like one above it: same phone, mail or ABN, or the same name where
 * nothing else contradicts. Row by row, because a table is too long to be looked through at a stretch.
 */
export function alikeAbove<T extends TabledCustomer>(): (row: Row<T>) => AlikeRow | undefined {
  const marked = new Map<string, Gathered>();
  return ({ row, fields }) => {
    const marks = marksOf(fields);
    const likes = marks
      .flatMap(({ mark, reason }) => {
        const other = marked.get(mark);
        if (!other || (reason === 'name' && contradicts(fields, other))) return [];
        return [{ other, reason, ...judge(fields, { ...other, known: 'tabled' }) }];
      })
      .toSorted(
        (a, b) =>
          Number(b.is_sure) - Number(a.is_sure) ||
          Number(sameName(fields, b.other)) - Number(sameName(fields, a.other)),
      );
    const [best] = likes;
    const { name, abn = null, phone = '', email = '', sites = [] } = fields;
    const own = best?.is_sure ? best.other : { row, name, abn, phone, email, doors: new Map() };
    const there = best && sites.map((site) => best.other.doors.get(doorOf(site))).find(Boolean);
    addDoors(own.doors, sites, row);
    for (const { mark } of marks) if (!marked.has(mark)) marked.set(mark, own);
    if (!best) return undefined;
    const { other, reason, ...verdict } = best;
    const text =
      verdict.suggested === 'skip' && keyOf(fields) === keyOf(other)
        ? `${name} is the same as row ${there ?? other.row}.`
        : `${name} looks like row ${other.row}: same ${reason}.`;
    return { row, text, like_row: other.row, customer_id: null, ...verdict };
  };
}

function marksOf(customer: TabledCustomer) {
  const [abn = '', phone = '', email = ''] = detailsOf(customer);
  const name = nameKey(customer.name);
  return [
    ...(phone === '' ? [] : [{ mark: `phone ${phone}`, reason: 'phone' }]),
    ...(email === '' ? [] : [{ mark: `email ${email}`, reason: 'email' }]),
    ...(abn === '' ? [] : [{ mark: `abn ${abn}`, reason: 'ABN' }]),
    { mark: `key ${keyOf(customer)}`, reason: 'name' },
    ...(customer.sites ?? []).map(({ suburb_id }) => ({
      mark: `suburb ${suburb_id} ${name}`,
      reason: 'name and suburb',
    })),
    { mark: `name ${name}`, reason: 'name' },
  ];
}
