import { randomUUID } from 'node:crypto';
import type { OpenTextAnswers } from '@muster/domain/messages/text-answers/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOf, DEMO, openWork, type Work } from '../../../../test/setups/work.ts';
import type { Deps } from '../../../platform/deps.ts';
import { readSettings } from '../../../settings.ts';
import { hearAnswer } from '../../basics/texts/service.ts';

let work: Work;
let deps: Deps;
beforeAll(async () => {
  work = await openWork();
  const { database } = work.here;
  deps = { database, settings: readSettings({ HOST: '127.0.0.1' }), embedded: true } as Deps;
});
afterAll(() => work.close());

async function hear(body: string, number = '+61412345678') {
  const at = new Date(work.clock.now);
  await work.inside((db) => hearAnswer(db, deps, DEMO, { number, body, at }));
}

const open = async () => (await work.owner.get('/messages/answers')).data as OpenTextAnswers;

test('what somebody writes waits until somebody has dealt with it, and again after an undo; a wish for no texts does not', async () => {
  await hear('Can you come earlier?');
  await hear('STOP', '+61412345679');
  const { rows, more } = await open();
  expect(more).toBe(0);
  expect(rows).toMatchObject([
    { number: '+61412345678', body: 'Can you come earlier?', customer_id: null, name: '' },
  ]);
  const done = await work.owner.post(`/messages/answers/${rows[0]!.id}/done`);
  expect(done).toMatchObject({ status: 200, data: { row: { id: rows[0]!.id } } });
  expect((await open()).rows).toEqual([]);
  expect((await work.owner.post(`/messages/answers/${rows[0]!.id}/done`)).status).toBe(409);
  expect((await work.owner.post(`/changes/${changeOf(done)}/undo`)).status).toBe(200);
  expect((await open()).rows).toEqual(rows);
  expect((await work.owner.post(`/messages/answers/${randomUUID()}/done`)).status).toBe(404);
});
