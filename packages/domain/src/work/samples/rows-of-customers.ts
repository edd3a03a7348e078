import { sampleId } from './ids.ts';
import type { Business } from './make-business.ts';
import { createRandom } from './random.ts';

/** The customers of a business as rows, with whom to call and where to go. */
export function rowsOfCustomers(series: number, { customers, sites, technicians, visits }: Business) {
  const random = createRandom(series);
  const visited = new Set(visits.filter(({ start }) => start !== null).map(({ site }) => site.id));
  return {
    customers: customers.map(({ id, customer: { name, phone, email } }) => ({ id, name, phone, email })),
    contacts: customers.map(({ id, customer: { contact, phone } }, index) => ({
      id: sampleId(series, 'contact', index),
      customer_id: id,
      name: contact,
      phone,
    })),
    sites: sites.map(({ id, customer, address, suburb, latitude, longitude, access, hazards }) => ({
      id,
      customer_id: customer,
      address,
      suburb_id: suburb.id,
      suburb: suburb.name,
      region: suburb.region,
      postcode: suburb.postcode,
      latitude,
      longitude,
      position_is_exact: true,
      position_is_found: false,
      zone: suburb.zone,
      access_notes: access,
      hazards,
      preferred: random.chance(0.08) ? [random.pick(technicians).id] : [],
      banned: random.chance(0.02) && !visited.has(id) ? [random.pick(technicians).id] : [],
    })),
  };
}
