import type { Wrong } from '../../../lib/kit/form/form-input.ts';
import type { Zone } from '../../../lib/suburbs.ts';
import type { NewSite, Site } from '../api.ts';

/** The fields of a form over a site. What is decided together is one field: a person chooses between whole places, not halves. */
export interface SiteFields {
  id: string;
  version: number;
  site_name: string;
  address: string;
  place: Place;
  /** Where it is exactly; null: the middle of the suburb. */
  position: { latitude: number; longitude: number } | null;
  access_notes: string;
  hazards: string;
  preferred: string[];
  banned: string[];
}

interface Place {
  suburb_id: number | null;
  /** As in Ryde NSW 2112. */
  suburb: string;
  zone: Zone;
}

export function fieldsOfSite(site: Site): SiteFields {
  const { id, version, name, address, suburb_id, zone, access_notes, hazards, preferred, banned } = site;
  const { latitude, longitude, position_is_exact } = site;
  return {
    id,
    version,
    site_name: name,
    address,
    place: { suburb_id, suburb: suburbOf(site), zone },
    position: position_is_exact ? { latitude, longitude } : null,
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
    place: { suburb_id: null, suburb: '', zone: zone as Zone },
    position: null,
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
    ...(position !== undefined && {
      latitude: position?.latitude ?? null,
      longitude: position?.longitude ?? null,
    }),
  };
}

type Located = Pick<SiteFields, 'place' | 'position'>;

export function siteProblem({ place, position }: Located): Wrong<Located> | undefined {
  if (place.suburb_id !== null || position !== null) return undefined;
  return { field: 'place', text: 'Choose a suburb, or paste the coordinates of the site.' };
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
