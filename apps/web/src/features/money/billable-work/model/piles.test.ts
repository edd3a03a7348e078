import { expect, test } from 'vitest';
import { invoicePiles, split } from './piles.ts';

const visit = (id: string, customer = 'Gum') => ({ id, customer_id: customer, customer_name: customer });

test('each customer gets one invoice of all their visits, in the order of the list', () => {
  const piles = invoicePiles([visit('a', 'Wattle'), visit('b', 'Gum'), visit('c', 'Wattle')]);
  expect(piles.map(({ customer_name, visits }) => [customer_name, visits])).toEqual([
    ['Wattle', ['a', 'c']],
    ['Gum', ['b']],
  ]);
});

test('more visits than an invoice holds become several, and none is lost', () => {
  const many = Array.from({ length: 401 }, (_, at) => visit(`v${at}`));
  const piles = invoicePiles(many);
  expect(piles.map(({ visits }) => visits.length)).toEqual([200, 200, 1]);
  expect(piles.flatMap(({ visits }) => visits)).toEqual(many.map(({ id }) => id));
  expect(new Set(piles.map(({ id }) => id)).size).toBe(3);
  expect(split([])).toEqual([]);
});
