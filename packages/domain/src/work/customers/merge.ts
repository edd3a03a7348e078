import { mergedOf, mergeProblemIn } from '../../values/field-merge.ts';
import type { ValuesOf } from '../../values/fields.ts';
import { siteKey } from '../../values/street-address.ts';
import { phoneDigits } from '../../values/words.ts';
import type { Contact, NewContact } from '../contacts/schema.ts';
import { siteFields } from '../sites/fields.ts';
import type { Site } from '../sites/schema.ts';
import { customerFields } from './fields.ts';
import type { Customer } from './schema.ts';

type Said = ValuesOf<typeof customerFields>;

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

type Placed = Reached & Pick<Contact, 'site_id' | 'tell_visits'>;

/**
 * What becomes of the contacts of another customer: those that are not there yet come, those of a site that becomes another are of that
 * one. Whoever is there already stays, and gets no mail about visits where either customer had it so.
 */
export function mergedContacts<Row extends Placed>(
  known: readonly Row[],
  others: readonly Row[],
  into: ReadonlyMap<string, string>,
): { readonly came: Row[]; readonly hushed: Row[] } {
  const isSame = (one: Placed, other: Placed) =>
    one.site_id === other.site_id &&
    one.name.trim().toLowerCase() === other.name.trim().toLowerCase() &&
    isSamePhone(one, other) &&
    one.email === other.email;
  const placed = others.map((other) =>
    Object.assign({}, other, { site_id: into.get(other.site_id ?? '') ?? other.site_id }),
  );
  const quiet = placed.filter(({ tell_visits }) => tell_visits === 'no');
  return {
    came: placed.filter((other) => !known.some((one) => isSame(one, other))),
    hushed: known.filter((one) => one.tell_visits !== 'no' && quiet.some((other) => isSame(one, other))),
  };
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
  const said = mergedOf(siteFields, into, from);
  const { latitude, longitude } = from;
  const isPinnedThere = from.position_is_exact && !into.position_is_exact;
  return {
    ...said,
    preferred: said.preferred.filter((id) => !said.banned.includes(id)),
    ...(isPinnedThere && { latitude, longitude, position_is_exact: true, position_is_found: false }),
  };
}

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
  const problems = [
    mergeProblemIn(customerFields, merged),
    ...sites.map((site) => mergeProblemIn(siteFields, site)),
  ];
  return problems.find((problem) => problem !== undefined);
}
