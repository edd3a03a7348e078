import { addDays } from '@muster/domain/values/local-time';
import { firstDay } from './business.ts';
import type { Side } from './measure.ts';

/** The product's own page with everything that is on it, read from its server. */
export function ours(url: string): Side {
  return {
    name: 'Muster',
    scroller: '.board-grid',
    visit: '.visit-block',
    async open(page) {
      const held = Promise.withResolvers<() => Promise<void>>();
      // The answer is held back until all around the board stands.
      const isBoard = ({ pathname }: URL) => pathname === '/services/scheduling/api/v1/board';
      await page.route(
        isBoard,
        async (route) => {
          const response = await route.fetch();
          held.resolve(() => route.fulfill({ response }));
        },
        { times: 1 },
      );
      await page.goto(`${url}/?date=${firstDay}`);
      const draw = await held.promise;
      await page.waitForTimeout(2000);
      return draw;
    },
    async show(page, day) {
      const field = page.locator('.board-head__day b');
      const before = await field.textContent();
      const wanted = addDays(firstDay, day);
      const shown = new URL(page.url()).searchParams.get('date')!;
      await page.getByRole('button', { name: wanted > shown ? 'Later' : 'Earlier', exact: true }).click();
      await page.waitForFunction(
        (before) => ![before, undefined].includes(document.querySelector('.board-head__day b')?.textContent),
        before,
      );
    },
  };
}
