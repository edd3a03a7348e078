import { Id, Saved } from '@muster/domain/changes/schema';
import { JobType, JobTypeEdit, NewJobType } from '@muster/domain/job-types/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, owners, reading, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { addJobType, editJobType, jobTypes, setJobTypeArchived } from './service.ts';
import { listJobTypes } from './store.ts';

const base = '/services/scheduling/api/v1/job-types';
const tags = ['Job types'];
const params = Type.Object({ id: Id });
const answer = Saved(JobType);

export const jobTypeRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    base,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'Kinds of jobs with what they usually need, the archived too',
        response: { 200: envelope(Type.Object({ rows: Type.Array(JobType), change: Type.Integer() })) },
      },
    },
    (request) => read(request, async (db) => ({ rows: await listJobTypes(db, jobTypes) })),
  );

  app.post(
    base,
    commandRoute(owners, { tags, summary: 'Add a job type', body: NewJobType, answer }),
    (request) => save(request, 'job type added', (write) => addJobType(write, request.body)),
  );

  app.patch(
    `${base}/:id`,
    commandRoute(owners, { tags, summary: 'Edit a job type', params, body: JobTypeEdit, answer }),
    (request) =>
      save(request, 'job type edited', (write) => editJobType(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/archive`,
    commandRoute(owners, { tags, summary: 'Offer a job type no more', params, answer }),
    (request) =>
      save(request, 'job type archived', (write) => setJobTypeArchived(write, request.params.id, true)),
  );

  app.post(
    `${base}/:id/restore`,
    commandRoute(owners, { tags, summary: 'Offer a job type again', params, answer }),
    (request) =>
      save(request, 'job type restored', (write) => setJobTypeArchived(write, request.params.id, false)),
  );
};
