import type { OwnVisit } from '@muster/domain/field/my-visits/schema';

/** The way there in whatever map the phone opens: to where somebody has put the pin, else to the address. */
export function mapLink({
  latitude,
  longitude,
  position_is_exact,
  address,
  suburb,
  region,
  postcode,
}: OwnVisit['site']): string {
  const written = [address, suburb, region, postcode].filter(Boolean).join(', ');
  const query = position_is_exact || address === '' ? `${latitude},${longitude}` : written;
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(query)}`;
}
