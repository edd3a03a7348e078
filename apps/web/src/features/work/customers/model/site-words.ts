import { type PositionKind, positionKind } from '@muster/domain/work/sites/positions';
import type { NewSite } from '@muster/domain/work/sites/schema';
import type { Wrong } from '../../../../lib/kit/form/form-input.ts';
import type { Site } from '../api.ts';

/** The fields of a form over a site. What is decided together is one field: a person chooses between whole places, not halves. */
export interface SiteFields {
  id: string;
  version: number;
  site_name: string;
  address: string;
  place: Place;
  /** Where it is exactly; null: the middle of the suburb. */
  position: Position | Unread | null;
  /** Where it is as far as anybody knows, and how; null of a new one. */
  known: (Position & { readonly kind: PositionKind }) | null;
  access_notes: string;
  hazards: string;
  preferred: string[];
  banned: string[];
}

interface Position {
  latitude: number;
  longitude: number;
}

/** What was typed and is no position: it stays to be corrected, and is never sent. */
interface Unread {
  text: string;
}

interface Place {
  suburb_id: number | null;
  /** As in Ryde NSW 2112. */
  suburb: string;
  zone: string;
  /** The middle of a suburb that was chosen just now. */
  centre?: Position;
}

export function fieldsOfSite(site: Site): SiteFields {
  const { id, version, name, address, suburb_id, zone, access_notes, hazards, preferred, banned } = site;
  const { latitude, longitude } = site;
  return {
    id,
    version,
    site_name: name,
    address,
    place: { suburb_id, suburb: suburbOf(site), zone },
    position: site.position_is_exact ? { latitude, longitude } : null,
    known: { latitude, longitude, kind: positionKind(site) },
    access_notes,
    hazards,
    preferred,
    banned,
  };
}

export function newSiteFields(zone: string): SiteFields {
  return {
    id: 'new',
    version: 0,
    site_name: '',
    address: '',
    place: { suburb_id: null, suburb: '', zone },
    position: null,
    known: null,
    access_notes: '',
    hazards: '',
    preferred: [],
    banned: [],
  };
}

/** What of a form is sent. */
export function siteBody({ site_name, place, position, ...rest }: Partial<SiteFields>): NewSite {
  const { address, access_notes, hazards, preferred, banned } = rest;
  const texts = { name: site_name, address, access_notes, hazards, preferred, banned };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)),
    ...(place && { suburb_id: place.suburb_id, zone: place.zone }),
    ...(position !== undefined &&
      !isUnread(position) && {
        latitude: position?.latitude ?? null,
        longitude: position?.longitude ?? null,
      }),
  };
}

export type Addressed = Pick<SiteFields, 'address' | 'place' | 'position' | 'known'>;

/** Where the pin begins on a map; undefined while nobody knows anything of the place. */
export function pinStart({ position, place, known }: Addressed): Position | undefined {
  if (position !== null) return isUnread(position) ? undefined : position;
  return place.centre ?? known ?? undefined;
}

/** Whether it is where its address was found, as the form stands. */
export function isFound(values: Addressed, saved: Addressed): boolean {
  return values.position === null && saved.known?.kind === 'found' && !isMoved(values, saved);
}

function isMoved(values: Addressed, saved: Addressed): boolean {
  return values.address !== saved.address || values.place.suburb_id !== saved.place.suburb_id;
}

/** How anybody knows where the site is, as the form stands. */
export function whereWords(values: Addressed, saved: Addressed): string {
  if (isFound(values, saved))
    return 'Found from the address. It may be the middle of the street: set a pin if you know better.';
  if (values.position === null)
    return 'Estimated: the centre of the suburb. Set a pin to say where it really is.';
  const isOld = isMoved(values, saved) && isSame(values.position, saved.position);
  return isOld ? PIN_STAYS : 'Drives and directions go to the pin.';
}

function isSame(a: SiteFields['position'], b: SiteFields['position']): boolean {
  if (a === null || b === null || isUnread(a) || isUnread(b)) return false;
  return a.latitude === b.latitude && a.longitude === b.longitude;
}

const PIN_STAYS = 'The address has changed, and the pin stays where it is. Move it, or remove it.';

type Located = Pick<SiteFields, 'place' | 'position'>;

export const NO_COORDINATES = 'Enter them like -33.81, 151.10';

export function isUnread(position: SiteFields['position']): position is Unread {
  return position !== null && 'text' in position;
}

export function siteProblem({ place, position }: Located): Wrong<Located> | undefined {
  if (isUnread(position)) return { field: 'position', text: `${NO_COORDINATES}, or leave this empty.` };
  if (place.suburb_id !== null || position !== null) return undefined;
  return { field: 'place', text: 'Choose a suburb, or enter the site’s coordinates.' };
}

type Named = Pick<Site, 'name' | 'address' | 'suburb' | 'region' | 'postcode'>;

function suburbOf({ suburb, region, postcode }: Omit<Named, 'name' | 'address'>): string {
  return [suburb, region, postcode].filter(Boolean).join(' ');
}

/** "12 Church Street, Ryde NSW 2112". */
export function addressOf(site: Omit<Named, 'name'>): string {
  return [site.address, suburbOf(site)].filter(Boolean).join(', ');
}

/** "Broken Hill time" of Australia/Broken_Hill. */
export function zoneWords(zone: string): string {
  return `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`;
}
