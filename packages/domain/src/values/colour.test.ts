import { expect, test } from 'vitest';
import { contrast, legibleOn, standsOut, textOn } from './colour.ts';

test('contrast is as WCAG reckons it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  expect(contrast('#0f766e', '#0f766e')).toBe(1);
});

test('on every colour there is a text that can be read', () => {
  const steps = ['00', '33', '66', '80', '99', 'cc', 'ff'];
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const colour = `#${red}${green}${blue}`;
        expect(contrast(textOn(colour), colour), colour).toBeGreaterThanOrEqual(4.5);
      }
  expect(textOn('#0f766e')).toBe('#ffffff');
  expect(textOn('#f5c518')).toBe('#000000');
});

test('a colour that cannot be read gives way, and one that cannot be seen is known', () => {
  expect(legibleOn('#ffffff', '#0f766e', '#1f1c18')).toBe('#0f766e');
  expect(legibleOn('#ffffff', '#f5c518', '#1f1c18')).toBe('#1f1c18');
  expect(standsOut('#f5c518', '#ffffff')).toBe(false);
  expect(standsOut('#0f766e', '#ffffff')).toBe(true);
});
