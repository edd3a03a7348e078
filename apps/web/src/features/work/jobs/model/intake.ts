import type { Intake } from '@muster/domain/dispatch/intake/schema';
import type { WantedVisit } from '@muster/domain/dispatch/slots/schema';
import { contactProblem } from '@muster/domain/values/contact-data';
import { addressKey } from '@muster/domain/values/street-address';
import { soughtPhone } from '@muster/domain/work/search/rules';
import type { Slot } from '../../../../lib/board/slots.ts';
import type { Wrong } from '../../../../lib/kit/form/form-input.ts';
import { visitBody, type VisitFields } from './visit-fields.ts';

/** Chosen in the place of a site that there is. */
export const NEW_SITE = 'new';

/** Whom a new job is for and where. Without an id it is somebody new, of whom the rest is told. */
export interface ClientFields {
  customer: { readonly id: string | null; readonly name: string };
  phone: string;
  email: string;
  /** Of a customer who is known: one of their sites, or a new one. */
  site_id: string | null;
  address: string;
  suburb: { readonly id: number; readonly name: string; readonly zone: string } | null;
}

export const newClient: ClientFields = {
  customer: { id: null, name: '' },
  phone: '',
  email: '',
  site_id: null,
  address: '',
  suburb: null,
};

/** Whether its address has to be told. */
export function isNewSite({ customer, site_id }: ClientFields): boolean {
  return customer.id === null || site_id === NEW_SITE;
}

/** A telephone number where a name belongs: whoever takes a call often types it first. */
export function phoneForName(typed: string): string | undefined {
  const digits = soughtPhone(typed);
  return digits !== undefined && digits.length >= 8 ? typed.trim() : undefined;
}

export function clientProblem(client: ClientFields): Wrong<ClientFields> | undefined {
  const { customer, phone, email, site_id, suburb } = client;
  if (customer.name.trim() === '') return { field: 'customer', text: 'Enter who it’s for.' };
  if (customer.id !== null && site_id === null) return { field: 'site_id', text: 'Choose a site.' };
  const wrong = customer.id === null ? contactProblem({ phone, email }) : undefined;
  if (wrong) return wrong;
  return isNewSite(client) && suburb === null ? { field: 'suburb', text: 'Choose the suburb.' } : undefined;
}

type Place = Pick<Intake, 'customer_id' | 'customer' | 'site_id' | 'site'>;

/** As it is sent: what was typed of somebody new is no part of somebody known. */
export function clientBody(client: ClientFields): Place {
  const { customer, phone, email, site_id, address, suburb } = client;
  return {
    ...(customer.id === null
      ? { customer: { name: customer.name.trim(), phone: phone.trim(), email: email.trim() } }
      : { customer_id: customer.id }),
    ...(isNewSite(client)
      ? { site: { address: address.trim(), suburb_id: suburb!.id } }
      : { site_id: site_id! }),
  };
}

/** As much of the visit as decides where it has room; nothing, as long as nobody knows where it is. */
export function wantedOf(
  client: ClientFields,
  { duration, on_date, not_before, due_by, skills, crew, window }: Omit<VisitFields, 'id' | 'version'>,
  priority: NonNullable<WantedVisit['priority']>,
): WantedVisit | undefined {
  const place = isNewSite(client)
    ? client.suburb && { suburb_id: client.suburb.id }
    : client.site_id !== null && { site_id: client.site_id };
  if (!place) return undefined;
  const visit = visitBody({ duration, on_date, not_before, due_by, skills, crew, window }, []);
  const { note: _, check_list: __, ...asked } = visit;
  return { ...asked, duration, ...place, priority };
}

interface KnownSite {
  readonly id: string;
  readonly address: string;
}

/** The site that is meant of somebody who is known: the one at the address that was typed, a new one there, or the only one. */
export function siteMeant(sites: readonly KnownSite[], address: string): string | null {
  const key = addressKey(address);
  if (key !== '') return sites.find((site) => addressKey(site.address) === key)?.id ?? NEW_SITE;
  if (sites.length === 0) return NEW_SITE;
  return sites.length === 1 ? sites[0]!.id : null;
}

/** A slot that was offered, with what it was offered for: to anything else it says nothing. */
export interface Offer {
  readonly slot: Slot;
  readonly of: string;
}
