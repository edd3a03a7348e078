import { JobType, JobTypeEdit, NewJobType } from '@muster/domain/work/job-types/schema';
import { Type } from 'typebox';
import { owners, readersOfWork, reading } from '../../../platform/changes/from-request.ts';
import { recordRoutes, setArchived } from '../../../platform/changes/record.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { addJobType, editJobType, jobTypes } from './service.ts';
import { listJobTypes } from './store.ts';

const base = '/services/scheduling/api/v1/job-types';
const tags = ['Job types'];

export const jobTypeRoutes: Module = (app, platform) => {
  const read = reading(platform.database.db);

  app.get(
    base,
    {
      config: { access: readersOfWork },
      schema: {
        tags,
        summary: 'List job types, including archived ones',
        response: { 200: envelope(Type.Object({ rows: Type.Array(JobType), change: Type.Integer() })) },
      },
    },
    (request) => read(request, async (db) => ({ rows: await listJobTypes(db, jobTypes) })),
  );

  recordRoutes(app, platform, {
    base,
    tags,
    access: owners,
    thing: 'job type',
    row: JobType,
    add: { summary: 'Add a job type', body: NewJobType, run: addJobType },
    edit: { summary: 'Edit a job type', body: JobTypeEdit, run: editJobType },
    archive: {
      summary: 'Archive a job type',
      run: (write, id) => setArchived(write, jobTypes, id, true),
    },
    restore: {
      summary: 'Restore a job type',
      run: (write, id) => setArchived(write, jobTypes, id, false),
    },
  });
};
