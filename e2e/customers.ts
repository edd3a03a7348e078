import type { BrowserContext } from '@playwright/test';
import { call, ownWord } from './technicians.ts';

/** A customer with one site, whom no other journey knows. */
export async function addCustomer(context: BrowserContext) {
  const name = `Gum ${ownWord()}`;
  const { data: found } = await call(context, 'GET', '/suburbs?search=ryde');
  const sites = [{ address: '12 Church Street', suburb_id: found.rows[0].id }];
  const { data } = await call(context, 'POST', '/customers', { name, sites });
  const { data: whole } = await call(context, 'GET', `/customers/${data.row.id}`);
  return { name, id: data.row.id as string, site: whole.row.sites[0].id as string };
}
