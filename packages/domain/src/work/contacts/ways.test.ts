import { assert, boolean, constantFrom, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { messageWays } from '../visits/rules.ts';
import { canReach, maskPhone, routeTo, toldBys } from './ways.ts';

const someone = record({
  email: constantFrom('', 'kim@example.com'),
  phone: constantFrom('', '0412 345 678', '02 5550 1234'),
});
const wanted = record({
  way: constantFrom(...messageWays),
  toldBy: constantFrom(...toldBys),
  hasTexts: boolean(),
});

test('whoever can be reached is told by a way that reaches them, whoever cannot is named with why, and nobody is told what is off', () => {
  assert(
    property(someone, wanted, (to, given) => {
      const { ways, instead, problem } = routeTo(to, given);
      const all = [...ways, ...instead];
      if (given.way === 'off') {
        expect([all, problem]).toEqual([[], null]);
        return;
      }
      expect(ways.length > 0).toBe(canReach(to, given.hasTexts));
      expect(problem === null).toBe(canReach(to, given.hasTexts));
      // No way twice, and none that leads nowhere.
      expect(new Set(all).size).toBe(all.length);
      if (all.includes('email')) expect(to.email).not.toBe('');
      if (all.includes('text')) expect([given.hasTexts, to.phone]).toEqual([true, '0412 345 678']);
      // What somebody prefers is what they get, where it reaches them.
      const wish = given.toldBy === 'usual' ? given.way : given.toldBy;
      for (const way of ['email', 'text'] as const) {
        const isReached = all.includes(way);
        if (isReached && (wish === way || wish === 'both')) expect(ways).toContain(way);
        if (wish !== way && wish !== 'both' && ways.includes(way)) expect(ways).toEqual([way]);
      }
    }),
  );
});

test('why somebody cannot be told is said by what could be', () => {
  const nothing = { email: '', phone: '02 5550 1234' };
  const given = { way: 'both', toldBy: 'usual' } as const;
  expect(routeTo(nothing, { ...given, hasTexts: true }).problem).toBe('no way');
  expect(routeTo({ ...nothing, phone: '0412 345 678' }, { ...given, hasTexts: false }).problem).toBe(
    'no address',
  );
});

test('of a number enough is kept to recognise it', () => {
  expect(maskPhone('0412 345 678')).toBe('04…678');
  expect(maskPhone('+61 412 345 678')).toBe('+6…678');
});
