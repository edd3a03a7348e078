import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expectAccessible } from '../accessible.ts';
import { addWaiting, blockOf, dayOf, placeOf } from './board.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { addBooked, dotAt } from './map.ts';
import { freePort, makeDataDir, startProduct } from '../server.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'map' });

test('opens beside the board, shares what is pointed at and open, and asks nobody but us', async ({
  page,
  product,
}) => {
  await haveSession(page, 'dispatcher');
  const { name, id, slots, at, base } = await addBooked(page.context(), 1, 'melrose park');
  const asked = new Set<string>();
  page.context().on('request', (request) => asked.add(new URL(request.url()).origin));
  await page.goto(`/?date=${dayOf(slots[0]!)}`);
  await expect(blockOf(page, id)).toBeVisible();
  expect(
    await page.evaluate(() => performance.getEntriesByType('resource').map((one) => one.name)),
  ).not.toEqual(expect.arrayContaining([expect.stringContaining('open-map')]));
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await expect(page).toHaveURL(/map=shown/);
  await expect(page.locator('.map-canvas[data-ready]')).toBeVisible();

  const dot = await dotAt(page, [at, base], at);
  await expect(async () => {
    await page.mouse.move(dot.x + 40, dot.y);
    await page.mouse.move(dot.x, dot.y);
    await expect(blockOf(page, id)).toHaveAttribute('data-pointed', '', { timeout: 500 });
  }).toPass();
  await expect(page.locator('.map-canvas__tip')).toContainText(name);
  const clip = { x: dot.x - 14, y: dot.y - 14, width: 28, height: 28 };
  await page.mouse.move(dot.x, dot.y + 60);
  await expect(page.locator('.map-canvas__tip')).toBeHidden();
  const before = await page.screenshot({ clip });
  await blockOf(page, id).hover();
  await expect(async () => expect(before.equals(await page.screenshot({ clip }))).toBe(false)).toPass();

  await page.mouse.click(dot.x, dot.y);
  await expect(page.getByRole('dialog', { name: new RegExp(name) })).toBeVisible();
  await expect(blockOf(page, id)).toHaveAttribute('data-open', 'true');
  expect([...asked]).toEqual([product.url]);
});

test(
  'a press on a technician shows that route alone, and the map is closed again',
  long,
  async ({ page }) => {
    await signIn(page, 'dispatcher', '/?map=shown');
    const technician = 'Priya Nair';
    await expect(page.locator('.map-canvas[data-ready]')).toBeVisible();
    await page.getByRole('rowheader', { name: new RegExp(technician) }).click();
    await expect(page).toHaveURL(/route=/);
    await page.getByRole('button', { name: `${technician} only` }).click();
    await expect(page).not.toHaveURL(/route=/);
    // The legend says whose colour is whose, and leads to a route as well.
    const legend = page.getByRole('region', { name: 'Legend' });
    await legend.getByRole('button', { name: 'Legend' }).click();
    await expect(legend).toContainText('Unscheduled');
    await legend.getByRole('button', { name: new RegExp(technician) }).click();
    await expect(page).toHaveURL(/route=/);
    await legend.getByRole('button', { name: new RegExp(technician) }).click();
    await expect(page).not.toHaveURL(/route=/);
    await page.getByRole('button', { name: 'Close the map' }).click();
    await expect(page.locator('.map-panel')).toBeHidden();
  },
);

test(
  'a visit is dragged from the map to a row, and several at one address are chosen from',
  long,
  async ({ page }) => {
    await haveSession(page, 'dispatcher');
    const booked = await addBooked(page.context(), 2, 'tennyson point');
    const shown = [booked.at, booked.base];
    const open = await addWaiting(page.context(), { week: 2, suburb: 'putney' });
    // Beside a map the hours are narrow, and every second one is written.
    const eleven = Temporal.PlainDateTime.from(`${dayOf(booked.slots[0]!)}T11:00`);
    const starts_at = eleven.toZonedDateTime('Australia/Sydney').toInstant().toString();
    const slot = { technicians: booked.slots[0]!.technicians, starts_at };
    await page.goto(`/?date=${dayOf(slot)}&map=shown`);
    await expect(page.locator('.map-canvas[data-ready]')).toBeVisible();
    const to = await placeOf(page, slot);
    const dot = await dotAt(page, shown, open.at);
    const card = page.locator(`.tray__visit[data-visit="${open.id}"]`);
    await expect(async () => {
      await page.mouse.move(dot.x + 40, dot.y);
      await page.mouse.move(dot.x, dot.y);
      await expect(page.locator('.map-canvas__tip')).toContainText(open.name, { timeout: 500 });
    }).toPass();
    await expect(card).toHaveAttribute('data-pointed', '');
    await page.mouse.down();
    await page.mouse.move(dot.x - 20, dot.y, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await expect(page.locator('.drag-ghost[data-pointed]')).toContainText(open.name);
    await page.mouse.up();
    await expect(blockOf(page, open.id)).toBeVisible();
    const crew = async () => {
      const { data } = await call(page.context(), 'GET', `/visits/${open.id}`);
      return data.row.assignments.map((one: { technician_id: string }) => one.technician_id);
    };
    await expect.poll(crew).toEqual(slot.technicians);

    const second = await addWaiting(page.context(), { week: 2, suburb: 'tennyson point' });
    await expect(page.locator(`.tray__visit[data-visit="${second.id}"]`)).toBeAttached();
    await page.getByRole('button', { name: 'Show the whole day' }).click();
    const both = await dotAt(page, [booked.at, booked.base, open.at], booked.at);
    await expect(async () => {
      await page.mouse.click(both.x, both.y);
      await expect(page.locator('.map-choice')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.locator('.map-choice').getByRole('button', { name: second.name }).click();
    await expect(page.getByRole('dialog', { name: new RegExp(second.name) })).toBeVisible();
  },
);

test('the list has the same in words, by keys, and the map lets the Tab key go', long, async ({ page }) => {
  await haveSession(page, 'dispatcher');
  const { name, id, slots, technician } = await addBooked(page.context(), 3, 'denistone west');
  await page.goto(`/map?date=${dayOf(slots[0]!)}`);
  await expect(page.locator('.map-canvas[data-ready]')).toBeVisible();
  await page.locator('.map-canvas canvas').focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('.map-canvas canvas')).not.toBeFocused();
  await page.getByText('List', { exact: true }).click();
  await expect(page).toHaveURL(/map=list/);
  const route = page.getByRole('region', { name: technician });
  await expect(route.getByRole('button', { name: new RegExp(name) })).toBeVisible();
  await expectAccessible(page);
  await route.getByRole('button', { name: technician }).press('Enter');
  await expect(page.getByRole('region', { name: technician })).toBeVisible();
  await expect(page.locator('.map-list section')).toHaveCount(2);
  await route.getByRole('button', { name: new RegExp(name) }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`visit=${id}`));
  await expect(page.getByRole('dialog', { name: new RegExp(name) })).toBeVisible();
});

test(
  'where nothing can be drawn in three dimensions, the list is shown and says why',
  long,
  async ({ page }) => {
    await page.addInitScript(() => {
      const draw = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext')!
        .value as HTMLCanvasElement['getContext'];
      HTMLCanvasElement.prototype.getContext = function getContext(
        this: HTMLCanvasElement,
        ...given: Parameters<typeof draw>
      ) {
        return given[0].startsWith('webgl') ? null : Reflect.apply(draw, this, given);
      } as typeof draw;
    });
    await signIn(page, 'dispatcher', '/?map=shown');
    await expect(page.getByRole('alert')).toContainText('The map can’t be shown');
    await expect(page.getByRole('region', { name: 'Dave Kowalski' })).toBeVisible();
    await expectAccessible(page);
  },
);

test('on a phone the map has the page to itself', long, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'dispatcher');
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await expect(page).toHaveURL(/\/map/);
  await expect(page.locator('.map-canvas[data-ready]')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Board', exact: true }).last().click();
  await expect(page.getByRole('tab', { name: 'Planned' })).toBeVisible();
});

/** One dot, transparent. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('the operator’s own map is drawn on, and nothing else is asked for', long, async ({ page }) => {
  const asked: string[] = [];
  const tiles = createServer((request, response) => {
    asked.push(request.url!);
    response.setHeader('access-control-allow-origin', '*');
    if (request.url!.endsWith('.png')) return response.setHeader('content-type', 'image/png').end(picture);
    const { port } = tiles.address() as AddressInfo;
    const source = { type: 'raster', tiles: [`http://127.0.0.1:${port}/{z}/{x}/{y}.png`], tileSize: 256 };
    const layers = [{ id: 'ours', type: 'raster', source: 'ours' }];
    return response.end(JSON.stringify({ version: 8, sources: { ours: source }, layers }));
  }).listen(0, '127.0.0.1');
  await once(tiles, 'listening');
  const origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
  const dataDir = makeDataDir('map-style');
  const product = await startProduct({
    port: await freePort(),
    dataDir: dataDir.path,
    env: { MAP_STYLE_URL: `${origin}/style.json?key=a` },
  });
  try {
    const origins = new Set<string>();
    page.context().on('request', (request) => origins.add(new URL(request.url()).origin));
    await signIn(page, 'dispatcher', `${product.url}/map`);
    await expect(page.locator('.map-canvas[data-ready]')).toBeVisible();
    await expect.poll(() => asked.some((url) => url.endsWith('.png'))).toBe(true);
    expect(asked[0]).toBe('/style.json?key=a');
    expect([...origins].filter((one) => one !== 'null').toSorted()).toEqual([product.url, origin].toSorted());
  } finally {
    await product.stop();
    dataDir.remove();
    tiles.close();
  }
});
