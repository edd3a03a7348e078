import type { NewSite, Site } from '@muster/domain/sites/schema';
import type { Suburb } from '@muster/domain/suburbs/schema';
import { dispatchers } from '../../platform/changes/from-request.ts';
import { readRows } from '../../platform/changes/rows.ts';
import type { NewRow, TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { tellOwners } from '../my-visits/service.ts';
import { suburbsById } from '../suburbs/service.ts';
import { countTechnicians, hasCustomer, readSite, readZone } from './store.ts';

export const sites: TrackedTable<Site> = {
  name: 'sites',
  columns: [
    'customer_id',
    'name',
    'address',
    'suburb_id',
    'suburb',
    'region',
    'postcode',
    'latitude',
    'longitude',
    'position_is_exact',
    'zone',
    'access_notes',
    'hazards',
    'preferred',
    'banned',
    'created_at',
    'archived_at',
  ],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ name, address, suburb }) => [name || address, suburb].filter((part) => part !== '').join(', '),
  subjects: ({ customer_id }) => [customer_id],
  search: ({ name, address, suburb, postcode }) => [name, address, suburb, postcode],
  // The middle of a square of some ten kilometres, so that drives stay about as long as they were.
  erased: ({ latitude, longitude }) => ({
    name: '',
    address: '',
    latitude: Math.round(latitude * 10) / 10,
    longitude: Math.round(longitude * 10) / 10,
    position_is_exact: false,
    access_notes: '',
    hazards: '',
  }),
  refusals: { sites_account_id_customer_id_fkey: 'There is no such customer.' },
  settle: (write, touched) =>
    tellOwners(write, { sites: touched.flatMap(({ before, after }) => (before && after ? after.id : [])) }),
};

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
    list.map(({ customer_id, name = '', address = '', access_notes = '', hazards = '', ...site }) => ({
      customer_id,
      name: name.trim(),
      address: address.trim(),
      access_notes,
      hazards,
      preferred: site.preferred ?? [],
      banned: site.banned ?? [],
      created_at: at.toISOString(),
      ...placeOf({ suburb_id: null, ...site }, suburbs, zone),
    })),
  );
}

export async function addSite(write: Writer, customer_id: string, site: NewSite): Promise<Site> {
  if (!(await hasCustomer(write.db, customer_id))) throw new Failure('notFound');
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
  return write.update(sites, id, { ...texts(fields), ...(await movedTo(db, before, fields)) }, version);
}

export async function setSiteArchived(write: Writer, id: string, isArchived: boolean): Promise<Site> {
  return write.update(sites, id, { archived_at: isArchived ? write.at.toISOString() : null });
}

export async function describeSite(db: Tx, id: string) {
  const found = await readSite(db, sites, id);
  if (!found) throw new Failure('notFound');
  return found;
}

function texts({ name, address, access_notes, hazards, preferred, banned }: NewSite): NewRow<Site> {
  const given = { name: name?.trim(), address: address?.trim(), access_notes, hazards, preferred, banned };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Where a site is after an edit; nothing, where the edit is about something else. */
async function movedTo(db: Tx, before: Site, fields: NewSite): Promise<NewRow<Site>> {
  const { suburb_id = before.suburb_id, latitude, longitude, zone } = fields;
  if (suburb_id === before.suburb_id && latitude === undefined && longitude === undefined)
    return zone === undefined ? {} : { zone };
  const suburbs = await suburbsById(db, suburb_id === null ? [] : [suburb_id]);
  const kept = suburb_id === before.suburb_id ? { zone: before.zone } : {};
  return placeOf({ ...kept, ...fields, suburb_id }, suburbs, await readZone(db));
}

/** What follows from the suburb, unless it was said otherwise. */
function placeOf(
  { suburb_id = null, latitude, longitude, zone }: NewSite,
  suburbs: ReadonlyMap<number, Suburb>,
  otherwise: string,
) {
  const suburb = suburb_id === null ? undefined : suburbs.get(suburb_id);
  if (suburb_id !== null && !suburb)
    throw new Failure('unprocessable', 'There is no such suburb. Choose it again.');
  if (((latitude ?? null) === null) !== ((longitude ?? null) === null))
    throw new Failure('unprocessable', 'Give the latitude and the longitude, or neither.');
  const exact =
    typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
  const position = exact ?? suburb;
  if (!position) throw new Failure('unprocessable', 'Choose a suburb, or give the coordinates of the site.');
  return {
    suburb_id,
    suburb: suburb?.name ?? '',
    region: suburb?.region ?? '',
    postcode: suburb?.postcode ?? '',
    latitude: position.latitude,
    longitude: position.longitude,
    position_is_exact: exact !== undefined,
    zone: zone ?? suburb?.zone ?? otherwise,
  };
}

/** Refuses technicians whom the account does not have, and those who are both wanted and not. */
async function checkTechnicians(
  db: Tx,
  list: readonly { preferred?: readonly string[]; banned?: readonly string[] }[],
): Promise<void> {
  if (list.some(({ preferred = [], banned = [] }) => preferred.some((id) => banned.includes(id))))
    throw new Failure('unprocessable', 'A technician cannot be preferred and banned at one site.');
  const wanted = [...new Set(list.flatMap(({ preferred = [], banned = [] }) => [...preferred, ...banned]))];
  if (wanted.length > 0 && (await countTechnicians(db, wanted)) < wanted.length)
    throw new Failure(
      'unprocessable',
      'One of these technicians does not exist any more. Choose them again.',
    );
}
