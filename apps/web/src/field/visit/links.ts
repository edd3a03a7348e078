import type { OwnVisit } from '@muster/domain/my-visits/schema';

/** A number as a phone dials it. */
export function dialled(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '');
}

/** The way there in whatever map the phone opens. */
export function mapLink({
  latitude,
  longitude,
  address,
  suburb,
  region,
  postcode,
}: OwnVisit['site']): string {
  const written = [address, suburb, region, postcode].filter(Boolean).join(', ');
  const query = address === '' ? `${latitude},${longitude}` : written;
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(query)}`;
}

/** Whom to ring, each number once. */
export function phonesOf({ customer, contacts }: OwnVisit): { name: string; phone: string }[] {
  const all = [...contacts, customer].filter(({ phone }) => phone !== '');
  return all
    .filter((one, at) => all.findIndex(({ phone }) => dialled(phone) === dialled(one.phone)) === at)
    .map(({ name, phone }) => ({ name, phone }));
}
