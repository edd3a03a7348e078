import type { TabPresence } from '@muster/domain/presence/schema';
import { expect, test } from 'vitest';
import { afterRepeated, afterSaid, GRACE_MS, peopleIn, type Said, type KnownTab, stillHere } from './tabs.ts';

const days = { from: '2026-11-17', to: '2026-11-17' };
const week = { from: '2026-11-16', to: '2026-11-22' };

function says(name: string, fields: Partial<Omit<TabPresence, 'tab'>> = {}, tab = 'first'): Said {
  return {
    session: `session of ${name}`,
    user_id: name.toLowerCase(),
    name,
    tab,
    days,
    open_visit: null,
    held_visit: null,
    ...fields,
  };
}

/** What was said, with the seconds at which it was. */
function heard(...all: [seconds: number, said: Said][]): KnownTab[] {
  return all.reduce<KnownTab[]>((known, [seconds, said]) => afterSaid(known, said, seconds * 1000), []);
}
const held = (known: KnownTab[], seconds: number) =>
  peopleIn(known, seconds * 1000).map(({ name, held_visit }) => [name, held_visit]);

test('first come, first held; the lease ends ten seconds after it was last renewed', () => {
  const known = heard([0, says('Dana', { held_visit: 'smith' })], [1, says('Ari', { held_visit: 'smith' })]);
  expect(held(known, 1)).toEqual([
    ['Ari', null],
    ['Dana', 'smith'],
  ]);
  const renewed = afterSaid(known, says('Dana', { held_visit: 'smith' }), 9_000);
  expect(held(renewed, 18)).toContainEqual(['Dana', 'smith']);
  expect(held(renewed, 19)).toContainEqual(['Dana', null]);
  const taken = afterSaid(renewed, says('Ari', { held_visit: 'smith' }), 19_000);
  const late = afterSaid(taken, says('Dana', { held_visit: 'smith' }), 20_000);
  expect(held(late, 20)).toEqual([
    ['Ari', 'smith'],
    ['Dana', null],
  ]);
});

test('somebody with two tabs is one person, who looks at what the latest says and is not in their own way', () => {
  const known = heard(
    [0, says('Dana', { held_visit: 'smith' })],
    [1, says('Dana', { days: week, open_visit: 'lee' }, 'second')],
  );
  expect(peopleIn(known, 1_000)).toEqual([
    { user_id: 'dana', name: 'Dana', days: week, open_visit: 'lee', held_visit: 'smith' },
  ]);
  const both = afterSaid(known, says('Dana', { held_visit: 'smith' }, 'second'), 2_000);
  expect(both.map(({ held_visit }) => held_visit)).toEqual(['smith', 'smith']);
  const closed = afterSaid(both, says('Dana', { days: null }, 'second'), 3_000);
  expect(peopleIn(closed, 3_000)).toMatchObject([{ days, open_visit: null, held_visit: 'smith' }]);
});

test('whoever is repeated stays, whoever is not has left after the grace', () => {
  const known = afterRepeated(heard([0, says('Dana')], [0, says('Ari')]), [says('Dana')], 40_000);
  expect(peopleIn(known, GRACE_MS).map(({ name }) => name)).toEqual(['Ari', 'Dana']);
  expect(stillHere(known, GRACE_MS + 1).map(({ name }) => name)).toEqual(['Dana']);
});

test('a repetition that is behind changes nothing that was said since, and brings no tab back', () => {
  const known = heard(
    [0, says('Dana', { days: week, held_visit: 'smith' })],
    [0, says('Ari', { days: null })],
  );
  const repeated = afterRepeated(known, [says('Dana'), says('Dana', {}, 'second')], 1_000);
  expect(peopleIn(repeated, 1_000)).toEqual([
    { user_id: 'dana', name: 'Dana', days: week, open_visit: null, held_visit: 'smith' },
  ]);
  expect(peopleIn(afterRepeated(repeated, [says('Ari')], 1_000), 1_000)).toHaveLength(1);
});

test('of many tabs of one session the one that has been silent longest is forgotten', () => {
  const known = Array.from({ length: 20 }, (_, at) => says('Dana', {}, `tab ${at}`)).reduce<KnownTab[]>(
    (before, said) => afterSaid(before, said, 0),
    heard([0, says('Ari')]),
  );
  expect(known).toHaveLength(9);
  expect(known.map(({ tab }) => tab).slice(0, 2)).toEqual(['first', 'tab 12']);
});
