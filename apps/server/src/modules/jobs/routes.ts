import { Id, Page, Saved, Shown } from '@muster/domain/changes/schema';
import { readJobNumber } from '@muster/domain/jobs/rules';
import { Job, JobEdit, JobQuery, JobRecord, JobSummary, NewJob } from '@muster/domain/jobs/schema';
import { NewVisit } from '@muster/domain/visits/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, reading, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { Failure } from '../../platform/http/errors.ts';
import { addToJob, describeJob, openJob } from '../visits/service.ts';
import { archiveJob, editJob, jobs, restoreJob } from './service.ts';
import { listJobs } from './store.ts';

const base = '/services/scheduling/api/v1/jobs';
const tags = ['Jobs'];
const config = { access: dispatchers };
const params = Type.Object({ id: Id });
const answer = Saved(Job);
const record = Saved(JobRecord);

export const jobRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'Jobs, a page at a time',
        querystring: JobQuery,
        response: { 200: envelope(Page(JobSummary)) },
      },
    },
    (request) => read(request, (db) => listJobs(db, jobs, request.query, new Date(now()))),
  );

  app.get(
    `${base}/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'One job, with its visits and who is on them',
        params,
        response: { 200: envelope(Shown(JobRecord)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await describeJob(db, request.params) })),
  );

  app.get(
    `${base}/by-number/:number`,
    {
      config,
      schema: {
        tags,
        summary: 'The same, by its number: J-1042 or 1042',
        params: Type.Object({ number: Type.String({ maxLength: 20 }) }),
        response: { 200: envelope(Shown(JobRecord)) },
      },
    },
    (request) => {
      const number = readJobNumber(request.params.number);
      if (number === undefined) throw new Failure('notFound');
      return read(request, async (db) => ({ row: await describeJob(db, { number }) }));
    },
  );

  app.post(
    base,
    commandRoute(dispatchers, {
      tags,
      summary: 'Add a job with its first visits',
      body: NewJob,
      answer: record,
    }),
    (request) => save(request, 'job added', (write) => openJob(write, request.body)),
  );

  app.patch(
    `${base}/:id`,
    commandRoute(dispatchers, { tags, summary: 'Edit a job', params, body: JobEdit, answer }),
    (request) => save(request, 'job edited', (write) => editJob(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/visits`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Add a visit to a job',
      params,
      body: NewVisit,
      answer: record,
    }),
    (request) => save(request, 'visit added', (write) => addToJob(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/archive`,
    commandRoute(dispatchers, { tags, summary: 'Put a job aside', params, answer }),
    (request) => save(request, 'job archived', (write) => archiveJob(write, request.params.id)),
  );

  app.post(
    `${base}/:id/restore`,
    commandRoute(dispatchers, { tags, summary: 'Bring a job back', params, answer }),
    (request) => save(request, 'job restored', (write) => restoreJob(write, request.params.id)),
  );
};
