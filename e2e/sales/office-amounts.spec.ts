import type { Page } from '@playwright/test';
import { visitCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { refillEnquiries } from '../../apps/server/test/setups/many-enquiries.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, testOfOwnProduct as test } from '../journey.ts';

// They delete what others have stored.
test.describe.configure({ mode: 'serial' });

const isLong = process.env['MUSTER_LONG'] !== undefined;
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const states = {
  0: async (page: Page) => {
    await expect(page.getByRole('heading', { name: 'No enquiries yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'See the enquiry page' })).toHaveAttribute(
      'href',
      '/enquiry',
    );
    await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveCount(0);
    await expect(page.getByText('0 enquiries').first()).toBeVisible();
  },
  1: async (page: Page) => {
    await expect(page.getByRole('link', { name: /^Red Gum Electrical 1/ })).toHaveCount(1);
    await expect(page.getByText('1 enquiry').first()).toBeVisible();
  },
  1000: async (page: Page, view: string) => {
    await expect(page.getByText('1,000 enquiries').first()).toBeVisible();
    if (view === 'table')
      await expect(page.getByRole('table', { name: 'Enquiries' })).toHaveAttribute('aria-rowcount', '-1');
    else await expect(page.getByRole('link', { name: /^See all \d+ in the table$/ }).first()).toBeAttached();
  },
};

for (const [amount, expectIt] of Object.entries(states)) {
  test(`the pipeline, the table and the figures hold on every screen: ${amount}`, async ({
    page,
    product: { dataDir },
  }) => {
    test.slow();
    const { ownerUrl } = await visitCluster({ dataDir, log: silentLog });
    await refillEnquiries(ownerUrl, Number(amount), new Date());
    await haveSession(page, 'staff');
    for (const size of isLong ? sizes : sizes.slice(0, 1)) {
      await page.setViewportSize(size);
      for (const view of ['pipeline', 'table']) {
        await page.goto(view === 'table' ? '/office?view=table' : '/office');
        await expectIt(page, view);
        await expectAccessible(page);
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        expect(scrollWidth).toBe(clientWidth);
      }
      if (Number(amount) > 0) await expectFigures(page);
    }
  });
}

async function expectFigures(page: Page): Promise<void> {
  if (!(await page.getByRole('figure').first().isVisible()))
    await page.getByText('Figures', { exact: true }).click();
  for (const table of await page.getByText('As a table').all()) await table.click();
  await expect(page.getByRole('figure').getByRole('table')).toHaveCount(3);
  await expectAccessible(page, 'main');
}
