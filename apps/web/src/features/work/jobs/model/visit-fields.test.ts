import { readItem } from '@muster/domain/work/job-types/rules';
import { expect, test } from 'vitest';
import { guessedFields, newVisitFields, usualOf, visitBody } from './visit-fields.ts';

test('what was typed is sent as the server keeps it, and what was ticked off stays so', () => {
  const before = [{ text: 'Valve tested', done: true }];
  expect(
    visitBody(
      {
        window: { from: '09:00', to: '11:00' },
        crew: { size: 2, skills: [['g'], [], ['left over']] },
        check_list: [
          readItem('Valve tested'),
          readItem(' '),
          { text: ' Before ', kind: 'photo', required: true },
        ],
      },
      before,
    ),
  ).toEqual({
    window_from: '09:00',
    window_to: '11:00',
    crew_size: 2,
    crew_skills: [['g']],
    check_list: [
      { text: 'Valve tested', done: true },
      { text: 'Before', done: false, kind: 'photo', required: true },
    ],
  });
});

test('what nobody touched is not sent, and a window can be taken away', () => {
  expect(visitBody({}, [])).toEqual({});
  expect(visitBody({ window: null }, [])).toEqual({ window_from: null, window_to: null });
  expect(newVisitFields.duration).toBe(60);
});

const tap = {
  id: 'tap',
  name: 'Leaking tap',
  duration: 45,
  skills: ['p'],
  crew_size: 1,
  check_list: ['Dry'],
};
const boiler = { id: 'hot', name: 'Hot water', duration: 120, skills: ['g'], crew_size: 2, check_list: [] };
const blank = { ...newVisitFields, job_type_id: null, type_by: null };

test('a guess fills what nobody has entered, and so does the next guess', () => {
  const first = { ...blank, ...guessedFields(blank, 'tap drips', [tap, boiler]) };
  expect(first).toEqual({ ...blank, ...usualOf(tap), job_type_id: 'tap', type_by: 'guess' });
  expect(guessedFields(first, 'tap drips again', [tap, boiler])).toEqual({});
  expect(guessedFields(first, 'hot water', [tap, boiler])).toEqual({
    ...usualOf(boiler),
    job_type_id: 'hot',
    type_by: 'guess',
  });
  const entered = { ...first, duration: 90, check_list: [readItem('Call first')] };
  expect(guessedFields(entered, 'hot water', [tap, boiler])).toEqual({
    skills: ['g'],
    crew: { size: 2, skills: [] },
    job_type_id: 'hot',
    type_by: 'guess',
  });
});

test('whoever chose or cleared the type is not contradicted by a guess', () => {
  for (const job_type_id of [null, 'tap'])
    expect(guessedFields({ ...blank, job_type_id, type_by: 'person' }, 'hot water', [tap, boiler])).toEqual(
      {},
    );
});
