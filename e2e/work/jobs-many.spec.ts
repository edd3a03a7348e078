import { addCustomer } from './customers.ts';
import { expect, haveSession, test, long } from '../journey.ts';
import { call, row } from './technicians.ts';

test.use({ business: 'scheduler' });

test('many jobs get another priority at once, and one press takes it back', long, async ({ page }) => {
  await haveSession(page, 'dispatcher');
  const context = page.context();
  const { id, site } = await addCustomer(context);
  for (const description of ['First', 'Second']) {
    const body = { customer_id: id, site_id: site, description, visits: [{ duration: 60 }] };
    await call(context, 'POST', '/jobs', body);
  }
  await page.goto(`/jobs?customer=${id}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await row(page, 'First').getByRole('checkbox').click();
  await row(page, 'Second').getByRole('checkbox').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitem', { name: 'P1 Emergency' }).click();
  await expect(row(page, 'First').getByText('P1')).toBeVisible();
  await expect(row(page, 'Second').getByText('P1')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(row(page, 'First').getByText('P3')).toBeVisible();
  await page.goto(`/jobs?customer=${id}&priority=P1`);
  await expect(page.getByText('No results')).toBeVisible();
});
