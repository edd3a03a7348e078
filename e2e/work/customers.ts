import type { BrowserContext } from '@playwright/test';
import { call, ownWord } from './technicians.ts';

interface Site {
  id: string;
  latitude: number;
  longitude: number;
}

/** A customer with one site, whom no other journey knows. */
export async function addCustomer(context: BrowserContext, suburb = 'ryde') {
  const name = `Gum ${ownWord()}`;
  const { data: found } = await call(context, 'GET', `/suburbs?search=${suburb}`);
  const sites = [{ address: '12 Church Street', suburb_id: found.rows[0].id }];
  const { data } = await call(context, 'POST', '/customers', { name, sites });
  const { data: whole } = await call(context, 'GET', `/customers/${data.row.id}`);
  const { id: site, latitude, longitude } = whole.row.sites[0] as Site;
  return { name, id: data.row.id as string, site, at: { latitude, longitude } };
}
