import { ProgressReport } from '@muster/domain/assignments/schema';
import { Id, Saved } from '@muster/domain/changes/schema';
import {
  FieldRecord,
  NamedFieldRecord,
  NewFieldRecord,
  NoteChoice,
} from '@muster/domain/field-records/schema';
import type { Role } from '@muster/domain/values/role';
import { OutcomeReport } from '@muster/domain/visits/schema';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  commandRoute,
  dispatchers,
  givenId,
  readingLive,
  savingLive,
} from '../../platform/changes/from-request.ts';
import type { Writer } from '../../platform/changes/tracked.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { Failure } from '../../platform/http/errors.ts';
import { sessionOf } from '../../platform/sign-in/access.ts';
import { hadVisit, hasVisit } from '../my-visits/service.ts';
import { reportOutcome, reportProgress } from '../progress/service.ts';
import {
  addRecord,
  believed,
  besideCorrection,
  noteProgress,
  recordOf,
  recordsOf,
  refuseUnanswered,
  retractRecord,
  showNote,
} from './service.ts';

const api = '/services/scheduling/api/v1';
const own = `${api}/my/visits/:id`;
const params = Type.Object({ id: Id });
/** Whoever was a technician and has become something else meanwhile still tells of what they did: their phone may have kept it for days. */
const everybody: readonly Role[] = ['owner', 'dispatcher', 'technician'];
const told = Saved(Type.Object({ state: Type.String() }));
/** Facts from a phone tell when they happened; the browser has kept them until it found reception. */
const description =
  'For the technician whom somebody is or was, whatever their role is now. Send the same Idempotency-Key until there is an answer: it is done once. What was noted is taken however late it comes, also of a visit that somebody else has now.';
/** A phone takes back what it noted without having heard the answer. */
const named = `${description} A record has the key as its id, where that is a UUID.`;

export const fieldRecordRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);
  const read = readingLive(db);
  /** Whoever is a technician tells of visits that are or were theirs. */
  const ofOwn = async (request: FastifyRequest, write: Writer, visit: string): Promise<void> => {
    if (!(await hadVisit(write.db, sessionOf(request).user, visit))) throw new Failure('notFound');
  };
  /** That a visit is over, only whoever leads it now can tell. */
  const leads = async (request: FastifyRequest, write: Writer, visit: string) => {
    await ofOwn(request, write, visit);
    const { user } = sessionOf(request);
    if (await hasVisit(write.db, user, visit, true)) return;
    const isOnIt = await hasVisit(write.db, user, visit);
    throw new Failure(
      'conflict',
      isOnIt
        ? 'Whoever leads the crew says how the visit went.'
        : 'The visit is not yours any more: it was cancelled or given to somebody else. What you noted there is kept.',
    );
  };

  app.post(
    `${own}/records`,
    commandRoute(everybody, {
      tags: ['My day'],
      summary: 'Note something at a visit: text, an answer, a part, a signature, a delay, a time',
      description: named,
      params,
      body: NewFieldRecord,
      answer: Saved(FieldRecord),
    }),
    (request) =>
      save(request, 'visit noted', async (write) => {
        await ofOwn(request, write, request.params.id);
        return addRecord(write, request.params.id, request.body, { id: givenId(request) });
      }),
  );

  app.delete(
    `${api}/my/records/:id`,
    commandRoute(everybody, {
      tags: ['My day'],
      summary: 'Take back what one noted oneself',
      params,
      answer: Saved(FieldRecord),
    }),
    (request) =>
      save(request, 'visit note taken back', async (write) => {
        const { created_by } = await recordOf(write.db, request.params.id);
        if (created_by !== sessionOf(request).user) throw new Failure('notFound');
        return retractRecord(write, request.params.id);
      }),
  );

  app.post(
    `${own}/progress`,
    commandRoute(everybody, {
      tags: ['My day'],
      summary: 'Say how far one is',
      description: `${description} Being on the way or there is noted then; only the end is refused.`,
      params,
      body: ProgressReport,
      answer: told,
    }),
    (request) =>
      save(request, 'visit progressed', async (write) => {
        const { id } = request.params;
        const { progress } = request.body;
        const at = believed(write, request.body.at);
        if (progress === 'done') {
          await leads(request, write, id);
          await refuseUnanswered(write.db, id);
        } else {
          await ofOwn(request, write, id);
          if (!(await hasVisit(write.db, sessionOf(request).user, id)))
            return noteProgress(write, id, progress, at);
        }
        const { state } = await besideCorrection(write, id, () =>
          reportProgress(write, id, { progress, at }),
        );
        return { state };
      }),
  );

  app.post(
    `${own}/outcome`,
    commandRoute(everybody, {
      tags: ['My day'],
      summary: 'Say how a visit went',
      description,
      params,
      body: OutcomeReport,
      answer: told,
    }),
    (request) =>
      save(request, 'visit ended', async (write) => {
        const { id } = request.params;
        await leads(request, write, id);
        if (request.body.outcome === 'completed') await refuseUnanswered(write.db, id);
        const told = { ...request.body, at: believed(write, request.body.at) };
        const { state } = await besideCorrection(write, id, () => reportOutcome(write, id, told));
        return { state };
      }),
  );

  app.get(
    `${api}/visits/:id/records`,
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Visits'],
        summary: 'What was noted at a visit',
        params,
        response: {
          200: envelope(Type.Object({ rows: Type.Array(NamedFieldRecord), change: Type.Integer() })),
        },
      },
    },
    (request) => read(request, async (db) => ({ rows: await recordsOf(db, request.params.id) })),
  );

  app.post(
    `${api}/visits/:id/records`,
    commandRoute(dispatchers, {
      tags: ['Visits'],
      summary: 'Note something at a visit, from the office',
      params,
      body: NewFieldRecord,
      answer: Saved(FieldRecord),
    }),
    (request) => save(request, 'visit noted', (write) => addRecord(write, request.params.id, request.body)),
  );

  app.patch(
    `${api}/records/:id`,
    commandRoute(dispatchers, {
      tags: ['Visits'],
      summary: 'Say whether the customer reads a note in the report of the visit',
      params,
      body: NoteChoice,
      answer: Saved(FieldRecord),
    }),
    (request) =>
      save(request, 'visit note chosen', (write) => showNote(write, request.params.id, request.body)),
  );

  app.delete(
    `${api}/records/:id`,
    commandRoute(dispatchers, {
      tags: ['Visits'],
      summary: 'Take back what was noted by mistake',
      params,
      answer: Saved(FieldRecord),
    }),
    (request) => save(request, 'visit note taken back', (write) => retractRecord(write, request.params.id)),
  );
};
