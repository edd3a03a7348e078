import { erasedOf } from '@muster/domain/values/fields';
import { siteFields } from '@muster/domain/work/sites/fields';
import { askedAddress } from '@muster/domain/work/sites/positions';
import { type KnownStreet, type NewSite, type Pin, Site } from '@muster/domain/work/sites/schema';
import { streetOf, streetWords, tellingWord } from '@muster/domain/work/sites/streets';
import type { Suburb } from '@muster/domain/work/suburbs/schema';
import { dispatchers, readersOfWork } from '../../../platform/changes/from-request.ts';
import { columnsIn, filled, tidy } from '../../../platform/changes/record.ts';
import { holdRows, readRows } from '../../../platform/changes/rows.ts';
import type { NewRow, Touched, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { refuseBeyondQuota } from '../../identity/licences/service.ts';
import { checkCustomer, refuseMergedAway } from '../belongings/service.ts';
import { tellCrews } from '../crews/service.ts';
import { suburbsById } from '../suburbs/service.ts';
import {
  countTechnicians,
  hasForeignJobs,
  listAtStreets,
  queueLookups,
  readSite,
  readZone,
} from './store.ts';

export { forgetLookups } from './store.ts';

export const sites: TrackedTable<Site> = {
  name: 'sites',
  columns: columnsIn('sites', Site),
  readers: readersOfWork,
  writers: dispatchers,
  label: ({ name, address, suburb }) => [name || address, suburb].filter((part) => part !== '').join(', '),
  subjects: ({ customer_id }) => [customer_id],
  search: ({ name, address, suburb, postcode }) => [name, address, suburb, postcode],
  // The middle of a square of some ten kilometres, so that drives stay about as long as they were.
  erased: ({ latitude, longitude }) => ({
    ...erasedOf(siteFields),
    latitude: Math.round(latitude * 10) / 10,
    longitude: Math.round(longitude * 10) / 10,
    position_is_exact: false,
    position_is_found: false,
  }),
  refusals: {
    sites_account_id_customer_id_fkey: 'This customer no longer exists.',
    contacts_account_id_site_id_fkey: 'This site has contacts. Remove them first, or archive the site.',
  },
  async settle(write, touched) {
    await refuseBeyondQuota(write, 'sites', touched);
    await refuseMergedAway(write, touched);
    const handed = touched.filter(
      ({ before, after }) => before && after && before.customer_id !== after.customer_id,
    );
    await refuseForeignJobs(
      write,
      handed.map(({ after }) => after!.id),
    );
    await followAddresses(write, touched);
    await tellCrews(write, {
      sites: touched.flatMap(({ before, after }) => (before && after ? after.id : [])),
    });
  },
};

/** A site goes to another customer, or back, with all of its jobs: an undo may find some that were added since. */
async function refuseForeignJobs({ db }: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length > 0 && (await hasForeignJobs(db, ids)))
    throw new Failure('conflict', 'Jobs have been added at one of these sites since.');
}

type Placed = Pick<Site, 'suburb_id' | 'latitude' | 'longitude'>;

/**
 * A position that was found belongs to its address: where only that is another, be it by an undo, it is the suburb's again. Whatever has
 * an address and no better position is looked up.
 */
async function followAddresses(write: Writer, touched: readonly Touched<Site>[]): Promise<void> {
  const there = touched.filter((one): one is Touched<Site> & { readonly after: Site } => one.after !== null);
  const strayed = there.flatMap(({ before, after }) =>
    before && isElsewhere(before, after) && isSamePlace(before, after) ? after : [],
  );
  if (strayed.length > 0) {
    const suburbs = await suburbsById(
      write.db,
      strayed.flatMap(({ suburb_id }) => suburb_id ?? []),
    );
    const rows = strayed.flatMap(({ id, suburb_id }) => {
      const { latitude, longitude } = suburbs.get(suburb_id ?? 0) ?? {};
      return latitude === undefined || longitude === undefined
        ? []
        : { id, latitude, longitude, position_is_found: false };
    });
    await write.updateAll(sites, rows);
  }
  // Those that have just lost what was found come by again.
  const sought = there.filter(({ before, after }) => isSought(after) && isNews(before, after));
  await queueLookups(
    write.db,
    sought.map(({ after }) => after.id),
  );
}

/** Whether what was found by the address before is no longer where the address is. */
function isElsewhere(before: Site, after: Site): boolean {
  return after.position_is_found && askedAddress(before) !== askedAddress(after);
}

function isSamePlace(a: Placed, b: Placed): boolean {
  return a.latitude === b.latitude && a.longitude === b.longitude;
}

/** Whether a geocoder could say better where it is. */
export function isSought(site: Site): boolean {
  return !site.position_is_exact && site.archived_at === null && askedAddress(site) !== undefined;
}

/** Whether there is something to look up that was not there before. */
function isNews(before: Site | null, after: Site): boolean {
  if (after.position_is_found) return false;
  return before === null || !isSought(before) || askedAddress(before) !== askedAddress(after);
}

export type SiteOf = NewSite & { readonly customer_id: string };

/** Any number of them with a few statements; the customers are there. */
export async function addSites(write: Writer, list: readonly SiteOf[]): Promise<Site[]> {
  if (list.length === 0) return [];
  const { db, at } = write;
  await checkTechnicians(db, list);
  const suburbs = await suburbsById(
    db,
    list.flatMap(({ suburb_id }) => suburb_id ?? []),
  );
  const zone = await readZone(db);
  return write.insert(
    sites,
    list.map((site) => ({
      ...filled(siteFields, site),
      created_at: at.toISOString(),
      ...placeOf({ suburb_id: null, ...site }, suburbs, zone),
    })),
  );
}

export async function addSite(write: Writer, customer_id: string, site: NewSite): Promise<Site> {
  await checkCustomer(write, customer_id);
  const [added] = await addSites(write, [{ ...site, customer_id }]);
  return added!;
}

export async function editSite(
  write: Writer,
  id: string,
  { version, ...fields }: NewSite & { version: number },
): Promise<Site> {
  const { db } = write;
  const [before] = await readRows(db, sites, [id]);
  if (!before) throw new Failure('notFound');
  await checkTechnicians(db, [{ ...before, ...fields }]);
  const { suburb_id: _, zone: __, latitude: ___, longitude: ____, ...said } = tidy(siteFields, fields);
  return write.update(
    sites,
    id,
    { ...said, ...(await movedTo(db, before, { ...fields, ...said })) },
    version,
  );
}

/** What somebody has told of how to get in, below what was known. */
export async function noteAccess(write: Writer, id: string, line: string): Promise<Site> {
  const [site] = await holdRows(write.db, sites, [id]);
  if (!site) throw new Failure('notFound');
  const access_notes = [site.access_notes, line].filter(Boolean).join('\n');
  return write.update(sites, id, tidy(siteFields, { access_notes }));
}

/**
 * Somebody stands there, or has seen on a map where it is. No look-up takes that back. What waited on a phone until somebody else said
 * better takes nothing back either.
 */
export async function pinSite(write: Writer, id: string, pin: Pin, seen?: Pin): Promise<Site> {
  const [site] = await holdRows(write.db, sites, [id]);
  if (site && seen && (site.latitude !== seen.latitude || site.longitude !== seen.longitude))
    throw new Failure(
      'conflict',
      'The pin wasn’t set: this site’s position on the map has changed since. If it’s still wrong, open the visit and tap “I am here”.',
    );
  const { latitude, longitude } = pin;
  return write.update(sites, id, { latitude, longitude, position_is_exact: true, position_is_found: false });
}

/** What the addresses of sites were found to be, as far as they are still theirs and no person has said better. */
export async function placeFound(
  write: Writer,
  found: ReadonlyMap<string, Pin & { readonly address: string }>,
): Promise<void> {
  // Nobody else changes them from here on.
  const rows = await holdRows(write.db, sites, [...found.keys()]);
  const moved = rows.flatMap((site) => {
    const { address, latitude, longitude } = found.get(site.id)!;
    if (!isSought(site) || askedAddress(site) !== address) return [];
    return { id: site.id, latitude, longitude, position_is_found: true };
  });
  await write.updateAll(sites, moved);
}

const MOST_STREETS = 8;

/** The streets of the business's own sites that begin as somebody types, those with the most sites first. */
export async function knownStreets(db: Tx, typed: string): Promise<KnownStreet[]> {
  const words = streetWords(typed);
  const word = tellingWord(typed);
  if (word === undefined) return [];
  const streets = new Map<string, KnownStreet>();
  for (const { address, sites: count, ...place } of await listAtStreets(db, { word, first: words[0]! })) {
    const street = streetOf(address);
    if (!isBeginning(words, streetWords(street))) continue;
    const key = `${place.suburb_id} ${street.toLowerCase()}`;
    const known = streets.get(key);
    streets.set(key, { ...place, street: known?.street ?? street, sites: (known?.sites ?? 0) + count });
  }
  return [...streets.values()]
    .toSorted((a, b) => b.sites - a.sites || (a.street < b.street ? -1 : 1))
    .slice(0, MOST_STREETS);
}

/** Whether each word that is typed begins the next of the street. */
function isBeginning(typed: readonly string[], words: readonly string[]): boolean {
  return typed.every((word, at) => words[at]?.startsWith(word));
}

/** What becomes of sites when their customers turn out to be one. */
export async function mergeSites(
  write: Writer,
  rows: readonly (Partial<Site> & { id: string })[],
): Promise<void> {
  await write.updateAll(sites, rows);
}

export async function describeSite(db: Tx, id: string) {
  const found = await readSite(db, sites, id);
  if (!found) throw new Failure('notFound');
  return found;
}

/** Where a site is after an edit; nothing, where the edit is about something else. */
async function movedTo(db: Tx, before: Site, fields: NewSite): Promise<NewRow<Site>> {
  const { suburb_id = before.suburb_id, latitude, longitude, zone } = fields;
  const isStill = latitude === undefined && longitude === undefined;
  const isOld = before.position_is_found && askedAddress({ ...before, ...fields }) !== askedAddress(before);
  if (suburb_id === before.suburb_id && isStill && !isOld) return zone === undefined ? {} : { zone };
  const suburbs = await suburbsById(db, suburb_id === null ? [] : [suburb_id]);
  const kept = suburb_id === before.suburb_id ? { zone: before.zone } : {};
  // A pin stays where a person has put it, whatever the address is called.
  const { latitude: north, longitude: east, position_is_exact } = before;
  const pin = isStill && position_is_exact ? { latitude: north, longitude: east } : {};
  return placeOf({ ...kept, ...pin, ...fields, suburb_id }, suburbs, await readZone(db));
}

/** What follows from the suburb, unless it was said otherwise. */
function placeOf(
  { suburb_id = null, latitude, longitude, zone }: NewSite,
  suburbs: ReadonlyMap<number, Suburb>,
  otherwise: string,
) {
  const suburb = suburb_id === null ? undefined : suburbs.get(suburb_id);
  if (suburb_id !== null && !suburb)
    throw new Failure('unprocessable', 'We couldn’t find this suburb. Choose it again.');
  if (((latitude ?? null) === null) !== ((longitude ?? null) === null))
    throw new Failure('unprocessable', 'Enter both latitude and longitude, or neither.');
  const exact =
    typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
  const position = exact ?? suburb;
  if (!position) throw new Failure('unprocessable', 'Choose a suburb, or enter the site’s coordinates.');
  return {
    suburb_id,
    suburb: suburb?.name ?? '',
    region: suburb?.region ?? '',
    postcode: suburb?.postcode ?? '',
    latitude: position.latitude,
    longitude: position.longitude,
    position_is_exact: exact !== undefined,
    position_is_found: false,
    zone: zone ?? suburb?.zone ?? otherwise,
  };
}

/** Refuses technicians whom the account does not have, and those who are both wanted and not. */
async function checkTechnicians(
  db: Tx,
  list: readonly { preferred?: readonly string[]; banned?: readonly string[] }[],
): Promise<void> {
  if (list.some(({ preferred = [], banned = [] }) => preferred.some((id) => banned.includes(id))))
    throw new Failure('unprocessable', 'A technician can’t be both preferred and banned at the same site.');
  const wanted = [...new Set(list.flatMap(({ preferred = [], banned = [] }) => [...preferred, ...banned]))];
  if (wanted.length > 0 && (await countTechnicians(db, wanted)) < wanted.length)
    throw new Failure('unprocessable', 'One of these technicians no longer exists. Choose again.');
}
