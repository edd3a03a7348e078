import { ProgressReport } from '@muster/domain/work/assignments/schema';
import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import {
  FieldRecord,
  NamedFieldRecord,
  NewFieldRecord,
  NoteChoice,
} from '@muster/domain/field/field-records/schema';
import type { Role } from '@muster/domain/values/role';
import { PinReport } from '@muster/domain/work/sites/schema';
import { OutcomeReport } from '@muster/domain/work/visits/schema';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  commandRoute,
  dispatchers,
  givenId,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { sessionOf } from '../../../platform/sign-in/access.ts';
import { hadVisitAs, hasVisit, ownVisitIds } from '../my-visits/service.ts';
import { leaveEarly, reportOutcome, reportProgress, takeTapBack, tapAstray } from '../progress/service.ts';
import {
  addRecord,
  pinSiteOf,
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
type TapAnswer = { state: string; is_lost?: boolean };
/** Facts from a phone tell when they happened; the browser has kept them until it found reception. */
const description =
  'For a user who is or was linked to a technician, whatever their role is now. Repeat with the same Idempotency-Key until you get an answer: it’s only done once. Records are accepted however late they arrive, even if someone else has the visit now.';
/** A phone takes back what it noted without having heard the answer. */
const named = `${description} If the key is a UUID, it becomes the id of the record.`;

const NOT_THEIRS =
  'The pin wasn’t set: this visit is no longer yours, or it was too long ago. Ask the office to set it.';

export const fieldRecordRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);
  const read = readingLive(db);
  /** Whoever is a technician tells of visits that are or were theirs. */
  const ofOwn = async (request: FastifyRequest, write: Writer, visit: string): Promise<string> => {
    const technician = await hadVisitAs(write.db, sessionOf(request).user, visit);
    if (technician === undefined) throw new Failure('notFound');
    return technician;
  };
  /** Whoever taps on their phone, and what that is to the visit now. */
  const tapping = async (request: FastifyRequest, write: Writer, visit: string) => {
    const technician = await ofOwn(request, write, visit);
    const { user } = sessionOf(request);
    const isOnIt = await hasVisit(write.db, user, visit);
    const isLead = isOnIt && (await hasVisit(write.db, user, visit, true));
    return { teller: { technician, id: givenId(request) }, isOnIt, isLead };
  };
  /** A fact was kept, and is kept; the decision that came with it is refused, however often it is sent. */
  const refuseLost = ({ data }: { data: { row: { is_lost?: boolean } } }): void => {
    if (data.row.is_lost)
      throw new Failure(
        'conflict',
        'This visit is no longer yours: it was cancelled or given to someone else. What you recorded is kept.',
      );
  };

  app.post(
    `${own}/records`,
    commandRoute(
      everybody,
      {
        tags: ['My day'],
        summary: 'Add a field record to a visit: a note, answer, part, signature, delay or time',
        description: named,
        params,
        body: NewFieldRecord,
        answer: Saved(FieldRecord),
      },
      'what happened on site is kept, whoever pays',
    ),
    (request) =>
      save(request, 'visit noted', async (write) => {
        await ofOwn(request, write, request.params.id);
        return addRecord(write, request.params.id, request.body, { id: givenId(request) });
      }),
  );

  app.delete(
    `${api}/my/records/:id`,
    commandRoute(
      everybody,
      {
        tags: ['My day'],
        summary: 'Remove your own field record',
        params,
        answer: Saved(FieldRecord),
      },
      'what happened on site is kept, whoever pays',
    ),
    (request) =>
      save(request, 'visit note taken back', async (write) => {
        const { created_by } = await recordOf(write.db, request.params.id);
        if (created_by !== sessionOf(request).user) throw new Failure('notFound');
        return retractRecord(write, request.params.id);
      }),
  );

  app.post(
    `${own}/progress`,
    commandRoute(
      everybody,
      {
        tags: ['My day'],
        summary: 'Update your progress',
        description: `${description} When you were there is recorded then too; only that the visit is done is refused. Done by someone who isn’t the crew lead means that they left.`,
        params,
        body: ProgressReport,
        answer: told,
      },
      'what happened on site is kept, whoever pays',
    ),
    async (request) => {
      const { id } = request.params;
      const saved = await save(request, 'visit progressed', async (write): Promise<TapAnswer> => {
        const { teller, isOnIt, isLead } = await tapping(request, write, id);
        const isDone = request.body.progress === 'done';
        if (!isOnIt) return { ...(await tapAstray(write, id, request.body, teller)), is_lost: isDone };
        if (isDone && !isLead) return leaveEarly(write, id, request.body, teller);
        if (isDone) await refuseUnanswered(write.db, id);
        const { state } = await reportProgress(write, id, request.body, teller);
        return { state };
      });
      refuseLost(saved);
      return saved;
    },
  );

  app.post(
    `${own}/pin`,
    commandRoute(
      everybody,
      {
        tags: ['My day'],
        summary: 'Set the pin of a visit’s site to where you are',
        description:
          'For a visit that GET /my/visits lists; any other that was yours answers 409. So does a site that has moved from the position in `seen`. The position is only saved on the site.',
        params,
        body: PinReport,
        answer: Saved(Type.Null()),
      },
      'what happened on site is kept, whoever pays',
    ),
    (request) =>
      save(request, 'site pinned', async (write) => {
        const { id } = request.params;
        await ofOwn(request, write, id);
        // What was done there once is a fact; where the customer is, is for those to say who go there now.
        if (!(await ownVisitIds(write.db, sessionOf(request).user, write.at.getTime())).includes(id))
          throw new Failure('conflict', NOT_THEIRS);
        await pinSiteOf(write, id, request.body);
        return null;
      }),
  );

  app.delete(
    `${api}/my/taps/:id`,
    commandRoute(
      everybody,
      {
        tags: ['My day'],
        summary: 'Take back progress that you reported by mistake',
        description:
          'The id is the Idempotency-Key that it was reported with. It stays in the history and counts for nothing.',
        params,
        answer: told,
      },
      'what happened on site is kept, whoever pays',
    ),
    (request) =>
      save(request, 'visit progress taken back', (write) =>
        takeTapBack(write, request.params.id, sessionOf(request).user),
      ),
  );

  app.post(
    `${own}/outcome`,
    commandRoute(
      everybody,
      {
        tags: ['My day'],
        summary: 'Record the outcome of a visit',
        description,
        params,
        body: OutcomeReport,
        answer: told,
      },
      'what happened on site is kept, whoever pays',
    ),
    async (request) => {
      const { id } = request.params;
      const { at, off_by } = request.body;
      const saved = await save(request, 'visit ended', async (write): Promise<TapAnswer> => {
        const { teller, isOnIt, isLead } = await tapping(request, write, id);
        if (!isOnIt) {
          const left = { progress: 'done', ...(at && { at }), ...(off_by && { off_by }) } as const;
          return { ...(await tapAstray(write, id, left, teller)), is_lost: true };
        }
        if (!isLead) throw new Failure('conflict', 'Only the crew lead can finish the visit.');
        if (request.body.outcome === 'completed') await refuseUnanswered(write.db, id);
        const { state } = await reportOutcome(write, id, request.body, teller);
        return { state };
      });
      refuseLost(saved);
      return saved;
    },
  );

  app.get(
    `${api}/visits/:id/records`,
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Visits'],
        summary: 'List the field records of a visit',
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
      summary: 'Add a field record from the office',
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
      summary: 'Show a note in the customer’s report, or hide it',
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
      summary: 'Remove a field record added by mistake',
      params,
      answer: Saved(FieldRecord),
    }),
    (request) => save(request, 'visit note taken back', (write) => retractRecord(write, request.params.id)),
  );
};
