import { Page, Saved, Shown } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { readJobNumber } from '@muster/domain/work/jobs/rules';
import { Job, JobEdit, JobQuery, JobRecord, JobSummary, NewJob } from '@muster/domain/work/jobs/schema';
import { NewVisit } from '@muster/domain/work/visits/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  dispatchers,
  readersOfWork,
  reading,
  saving,
} from '../../../platform/changes/from-request.ts';
import { recordRoutes, setArchived } from '../../../platform/changes/record.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { addToJob, describeJob, openJob } from '../visits/service.ts';
import { editJob, jobs } from './service.ts';
import { listJobs } from './store.ts';

const base = '/services/scheduling/api/v1/jobs';
const tags = ['Jobs'];
const config = { access: readersOfWork };
const params = Type.Object({ id: Id });
const record = Saved(JobRecord);

export const jobRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'List jobs, page by page',
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
        summary: 'Get a job with its visits and crews',
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
        summary: 'Get a job by its number: J-1042 or 1042',
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

  recordRoutes(app, platform, {
    base,
    tags,
    access: dispatchers,
    thing: 'job',
    row: Job,
    edit: { summary: 'Edit a job', body: JobEdit, run: editJob },
    // What is put aside is off the board: whoever is planned for it has to be told otherwise first, or it is refused.
    archive: { summary: 'Archive a job', run: (write, id) => setArchived(write, jobs, id, true) },
    restore: { summary: 'Restore a job', run: (write, id) => setArchived(write, jobs, id, false) },
  });

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
};
