import type { Item } from '@muster/domain/money/items/schema';
import { expect, test } from 'vitest';
import { gstWords, marginWords, priceLabel, totalWords } from './price-words.ts';

const tap = { price: 110_00, price_includes_gst: true, gst: 'gst', cost: 60_00 } as Item;

test('a price has GST in it, or on top of it, where the business charges GST', () => {
  expect([totalWords(tap, true), gstWords(tap, true)]).toEqual(['$110.00', '$100.00 + $10.00 GST']);
  expect(totalWords({ ...tap, price_includes_gst: false }, true)).toBe('$121.00');
  expect(marginWords(tap, true)).toBe('$40.00 (40.0%)');
  expect(priceLabel(true)).toBe('Price including GST');
});

test('whoever is not registered for GST charges each price as it was entered, and keeps all of it', () => {
  expect([totalWords(tap, false), gstWords(tap, false)]).toEqual(['$110.00', '']);
  expect(totalWords({ ...tap, price_includes_gst: false }, false)).toBe('$110.00');
  expect(marginWords(tap, false)).toBe('$50.00 (45.5%)');
  expect(priceLabel(false)).toBe('Price');
});
