import { expect, test } from 'vitest';
import {
  chosenLines,
  choiceProblem,
  depositOf,
  offerProblem,
  reckonedQuoteLine,
  sendProblem,
  totalOfChoice,
  usualChoice,
} from './rules.ts';
import { depositWarning } from './deposits.ts';
import type { NewQuoteLine } from './schema.ts';

function line(id: string, price: number | null, more: Partial<NewQuoteLine> = {}) {
  return reckonedQuoteLine({
    id,
    item_id: null,
    visit_id: null,
    job_id: null,
    code: '',
    description: id,
    quantity: 1_000,
    unit: '',
    price,
    includes_gst: true,
    discount: 0,
    gst: 'gst',
    heading: '',
    option_id: null,
    is_optional: false,
    ...more,
  });
}

const options = ['good', 'best'].map((id) => ({ id, name: id, description: '' }));
const lines = [
  line('labour', 200_00),
  line('small unit', 900_00, { option_id: 'good' }),
  line('large unit', 1_500_00, { option_id: 'best' }),
  line('longer warranty', 99_00, { option_id: 'best', is_optional: true }),
  line('old unit taken away', 50_00, { is_optional: true }),
];
const offered = { lines, options };

test('a choice has what is in every option, what is in the one that was chosen, and the extras that were', () => {
  const usual = usualChoice(offered);
  expect([usual, totalOfChoice(offered, usual).total]).toEqual([{ option_id: 'good', extras: [] }, 1_100_00]);
  const best = { option_id: 'best', extras: ['longer warranty', 'old unit taken away'] };
  expect(chosenLines(offered, best).map(({ id }) => id)).toEqual([
    'labour',
    'large unit',
    'longer warranty',
    'old unit taken away',
  ]);
  expect(totalOfChoice(offered, best)).toEqual({ net: 1_680_91, gst: 168_09, total: 1_849_00 });
});

test('exactly one option is chosen, and no extra of another one', () => {
  expect(choiceProblem(offered, { option_id: 'best', extras: ['longer warranty'] })).toBeUndefined();
  expect(choiceProblem(offered, { option_id: null, extras: [] })).toBe('Choose one of the options first.');
  expect(choiceProblem(offered, { option_id: 'good', extras: ['longer warranty'] })).toMatch(/doesn’t go/);
  expect(choiceProblem(offered, { option_id: 'good', extras: ['labour'] })).toMatch(/doesn’t go/);
  expect(choiceProblem({ lines: lines.slice(0, 1), options: [] }, { option_id: 'good', extras: [] })).toMatch(
    /no options/,
  );
});

test('what is sent has a price for everything and something in every option', () => {
  expect(sendProblem(offered)).toBeUndefined();
  expect(sendProblem({ lines: [], options: [] })).toMatch(/nothing on it yet/);
  expect(sendProblem({ lines: [line('tap', null)], options: [] })).toMatch(/Enter a price first.*tap/);
  expect(sendProblem({ lines, options: options.slice(0, 1) })).toMatch(/nothing to choose/);
  expect(sendProblem({ lines: lines.slice(0, 2), options })).toMatch(/Nothing belongs to “best”/);
  expect(sendProblem({ lines: [line('extra', 1, { is_optional: true })], options: [] })).toMatch(/optional/);
  expect(offerProblem({ lines: lines.slice(0, 2), options: [] })).toMatch(/isn’t in the quote/);
});

test('a deposit is rounded half up to the cent and is never more than the total', () => {
  const percent = { deposit_percent: 1_000, deposit_cents: null };
  expect([depositOf(percent, 1_05), depositOf(percent, 0)]).toEqual([11, 0]);
  const dollars = { deposit_percent: null, deposit_cents: 500_00 };
  expect([depositOf(dollars, 2_000_00), depositOf(dollars, 300_00)]).toEqual([500_00, 300_00]);
  expect(depositOf({ deposit_percent: null, deposit_cents: null }, 1_00)).toBe(0);
});

test('a deposit above the ceiling of the state is warned about, by the price of the work', () => {
  const total = 30_000_00;
  const warned = (deposit: number, region: string | null) =>
    depositWarning({ deposit, total }, region) !== undefined;
  expect(warned(3_000_00, 'NSW')).toBe(false);
  expect(warned(3_000_01, 'NSW')).toBe(true);
  expect(warned(1_500_01, 'VIC')).toBe(true);
  expect(warned(1_500_01, 'TAS')).toBe(false);
  expect(warned(1_500_01, null)).toBe(false);
  expect(depositWarning({ deposit: 250_00, total: 1_000_00 }, 'NSW')).toContain('10% at most: $100.00');
  expect(depositWarning({ deposit: 500_00, total: 1_000_00 }, 'VIC')).toBeUndefined();
});
