import { readItem } from '@muster/domain/job-types/rules';
import { expect, test } from 'vitest';
import { newVisitFields, visitBody } from './visit-fields.ts';

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
