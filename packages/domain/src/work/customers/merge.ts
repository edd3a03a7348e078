import { siteKey } from '../../values/street-address.ts';
import { phoneDigits } from '../../values/words.ts';
import type { Contact, NewContact } from '../contacts/schema.ts';
import type { Site } from '../sites/schema.ts';
import type { MergeChoice } from './fields.ts';
import type { Customer } from './schema.ts';

type Said = Pick<Customer, MergeChoice | 'tell_by_mail' | 'tags' | 'note'>;

/**
 * What is said of a customer once another one has turned out to be the same: what was chosen of the other, and what this one lacks.
 * Whoever wanted no mail gets none.
 */
export function mergedCustomer(kept: Said, other: Said, taken: readonly MergeChoice[]): Said {
  const of = <Name extends MergeChoice>(name: Name): Said[Name] =>
    (taken.includes(name) && !isBlank(other[name])) || isBlank(kept[name]) ? other[name] : kept[name];
  return {
    name: of('name'),
    abn: of('abn'),
    phone: of('phone'),
    email: of('email'),
    tell_by_mail: kept.tell_by_mail && other.tell_by_mail,
    tags: [...new Set([...kept.tags, ...other.tags])],
    note: together(kept.note, other.note),
  };
}

function isBlank(value: string | null): boolean {
  return value === null || value.trim() === '';
}

/** Both texts, unless one says what the other says. */
function together(one: string, other: string): string {
  if (one.includes(other.trim())) return one;
  return one.trim() === '' ? other : `${one.trim()}\n\n${other.trim()}`;
}

type Reached = Pick<Contact, 'name' | 'phone' | 'email'>;

/** The numbers and addresses that did not stay with the customer, as contacts: none of them is lost. */
export function leftContacts(merged: Said, both: readonly Said[], known: readonly Reached[]): NewContact[] {
  const kept = [merged, ...known];
  return both.flatMap(({ name, phone, email }) => {
    const isKnown = kept.some((one) => isSamePhone(one, { phone }));
    const left = {
      name,
      phone: isKnown ? '' : phone,
      email: kept.some((one) => one.email === email) ? '' : email,
    };
    return left.phone === '' && left.email === '' ? [] : [left];
  });
}

type Placed = Reached & Pick<Contact, 'site_id'>;

/** Those of another customer that are not there yet; those of a site that becomes another are of that one. */
export function newContacts<Row extends Placed>(
  known: readonly Placed[],
  others: readonly Row[],
  into: ReadonlyMap<string, string>,
): Row[] {
  const isSame = (one: Placed, other: Placed) =>
    one.site_id === other.site_id &&
    one.name.trim().toLowerCase() === other.name.trim().toLowerCase() &&
    isSamePhone(one, other) &&
    one.email === other.email;
  return others
    .map((other) => Object.assign({}, other, { site_id: into.get(other.site_id ?? '') ?? other.site_id }))
    .filter((other) => !known.some((one) => isSame(one, other)));
}

function isSamePhone(one: { phone: string }, other: { phone: string }): boolean {
  return phoneDigits(one.phone) === phoneDigits(other.phone);
}

/** Which sites of another customer are where one of these is already. */
export function sameSites(
  kept: readonly Site[],
  others: readonly Site[],
): { readonly into: Site; readonly from: Site }[] {
  const there = Map.groupBy(kept.filter(isPlace), siteKey);
  return others.filter(isPlace).flatMap((from) => {
    const into = there.get(siteKey(from))?.find((site) => !areUnits(site, from));
    return into ? [{ into, from }] : [];
  });
}

/** One that is used, and has an address to tell it by. */
function isPlace({ address, archived_at }: Site): boolean {
  return address !== '' && archived_at === null;
}

/** At one address they may still be two by name. */
function areUnits({ name }: Site, other: Site): boolean {
  return name !== '' && other.name !== '' && name.toLowerCase() !== other.name.toLowerCase();
}

/** What is said of a site that two customers had: nothing that keeps somebody safe, or out, is lost. */
export function mergedSite(into: Site, from: Site): Partial<Site> {
  const banned = [...new Set([...into.banned, ...from.banned])];
  const preferred = [...new Set([...into.preferred, ...from.preferred])];
  const { latitude, longitude } = from;
  const isPinnedThere = from.position_is_exact && !into.position_is_exact;
  return {
    name: into.name === '' ? from.name : into.name,
    access_notes: together(into.access_notes, from.access_notes),
    hazards: together(into.hazards, from.hazards),
    preferred: preferred.filter((id) => !banned.includes(id)),
    banned,
    ...(isPinnedThere && { latitude, longitude, position_is_exact: true, position_is_found: false }),
  };
}

/** As long as a note of a customer, and what is said of a site, may be. */
const LONGEST = 5_000;
const MOST_TAGS = 50;

/** Why two customers cannot become one as they are, in words. */
export function mergeProblem(
  kept: Customer,
  other: Customer,
  merged: Said,
  sites: readonly Partial<Site>[],
): string | undefined {
  if (kept.id === other.id) return 'Choose another customer.';
  if (kept.merged_into !== null || other.merged_into !== null)
    return 'One of these customers has already been merged.';
  if (kept.archived_at !== null) return `${kept.name} is archived. Restore them first.`;
  if (kept.is_sample !== other.is_sample) return 'A sample customer can’t be merged with a real one.';
  const isLong = [
    merged.note,
    ...sites.flatMap((site) => [site.access_notes ?? '', site.hazards ?? '']),
  ].some((text) => text.length > LONGEST);
  if (isLong) return 'Their notes are too long together. Shorten one of them first.';
  return merged.tags.length > MOST_TAGS ? 'They have too many tags together. Remove some first.' : undefined;
}
