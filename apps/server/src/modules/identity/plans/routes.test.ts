import { expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { testDatabase } from '../../../../test/database.ts';

test('plans and industries are there from the start, in their order', async () => {
  const db = await testDatabase();
  const app = await testApp(db);
  const list = async (name: string) =>
    (await app.inject({ url: `/services/subscription/api/v1/${name}` })).json();
  const plans = await list('plans');
  expect(plans.code).toBe(800);
  expect(
    plans.data.map(({ code, licences }: { code: string; licences: number }) => [code, licences]),
  ).toEqual([
    ['solo', 1],
    ['crew', 5],
    ['fleet', 25],
  ]);
  expect(plans.data[0]).toEqual({
    code: 'solo',
    name: 'Solo',
    licences: 1,
    price_cents: 2_900,
    licence_cents: 2_900,
  });
  const industries = await list('industries');
  expect(industries.code).toBe(800);
  expect(industries.data.length).toBeGreaterThanOrEqual(20);
  expect(industries.data.at(-1)).toEqual({ id: expect.any(Number), name: 'Other' });
  await app.close();
  await db.drop();
});
