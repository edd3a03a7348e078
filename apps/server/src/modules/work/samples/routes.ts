import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import { SampleCount, SetUp } from '@muster/domain/work/samples/schema';
import { runCommand } from '../../../platform/changes/command.ts';
import {
  commandOf,
  commandRoute,
  dispatchers,
  owners,
  reading,
  saving,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { addSamples, removeSamples } from './service.ts';
import { readSetUp } from './store.ts';

const api = '/services/scheduling/api/v1';
const tags = ['Set-up'];
const answer = Saved(SampleCount);

export const sampleRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    `${api}/set-up`,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'Get the progress of the first steps',
        response: { 200: envelope(Shown(SetUp)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await readSetUp(db) })),
  );

  app.post(
    `${api}/samples`,
    commandRoute(owners, {
      tags,
      summary: 'Add sample technicians, customers and a week of jobs',
      description: 'Adds up to as many technicians as you have free licences.',
      answer,
    }),
    async (request) => {
      // Some of it has happened before: it is written down, not planned.
      const command = { ...commandOf(request, now, 'sample data added'), records: true };
      const {
        answer: row,
        number,
        made,
      } = await runCommand(db, command, (write) => addSamples(write, accountOf(request)));
      return done({ row, change: number, made });
    },
  );

  app.post(
    `${api}/samples/remove`,
    commandRoute(owners, {
      tags,
      summary: 'Remove the sample data',
      description:
        'Anything used by real work stays, is no longer marked as a sample, and is listed in `kept`.',
      answer,
    }),
    (request) => save(request, 'sample data removed', removeSamples),
  );
};
