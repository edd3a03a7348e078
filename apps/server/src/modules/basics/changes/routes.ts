import { Change, HistoryQuery, LongUndo, Page, Undone, Unsent } from '@muster/domain/basics/changes/schema';
import { isPermitted, type Rights } from '@muster/domain/values/role';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { commandOf, commandRoute, readersOfWork, reading } from '../../../platform/changes/from-request.ts';
import { aboutToBeWrittenTo, undo, writtenTo } from '../../../platform/changes/undo.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, callerOf, scenarioOf } from '../../../platform/sign-in/access.ts';
import { askForLongUndo, longUndo } from './service.ts';
import { listChanges } from './store.ts';

const base = '/services/scheduling/api/v1/changes';
const tags = ['Changes'];
const undos = '/services/scheduling/api/v1/undos';
const RETRY_SECONDS = 1;
/** Staff have what they did themselves here: their account is that of Muster. */
const access = [...readersOfWork, 'staff'] as const;
const ChangeNumber = Type.Object({ number: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
const UndoQuery = Type.Object(
  {
    rest: Type.Optional(Type.Boolean({ description: 'Whether to skip whatever a newer change blocks' })),
  },
  { additionalProperties: false },
);

/** What happened in an account, and the way back. */
export const changes: Module = (app, platform) => {
  const {
    database: { db },
    now,
    tables,
  } = platform;
  const read = reading(db);
  const readableBy = (rights: Rights) =>
    [...tables.values()].filter(({ readers }) => isPermitted(readers, rights)).map(({ name }) => name);

  app.get(
    base,
    {
      config: { access },
      schema: {
        tags,
        summary: 'List changes, latest first',
        querystring: HistoryQuery,
        response: { 200: envelope(Page(Change)) },
      },
    },
    (request) => {
      const { cursor, limit, ...filters } = request.query;
      const readable = readableBy(callerOf(request));
      return read(request, (db) => listChanges(db, filters, readable, { cursor, limit }));
    },
  );

  app.get(
    `${base}/:number`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get a change with up to 1,000 of its entries',
        params: ChangeNumber,
        response: { 200: envelope(Change) },
      },
    },
    async (request) => {
      const readable = readableBy(callerOf(request));
      const { rows } = await withAccount(
        db,
        accountOf(request),
        (db) => listChanges(db, { number: request.params.number }, readable, {}),
        scenarioOf(request),
      );
      if (!rows[0]) throw new Failure('notFound');
      return done(rows[0]);
    },
  );

  app.get(
    `${base}/:number/unsent`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'List who’s about to be emailed because of a change',
        description:
          'Messages to customers wait for a minute, in which the change can be undone, and texts until the morning.',
        params: ChangeNumber,
        response: { 200: envelope(Unsent) },
      },
    },
    async (request) => {
      const names = await withAccount(
        db,
        accountOf(request),
        (db) => aboutToBeWrittenTo.run(db, request.params.number, new Date(now()), platform),
        scenarioOf(request),
      );
      return done({ names: [...names] });
    },
  );

  const undoRoute = commandRoute(access, {
    tags,
    summary: 'Undo a change',
    description:
      'Possible for 30 days, for anyone allowed to make the opposite change. Undoing an undo redoes the change. ' +
      'Refused with code 409 if a newer change is in the way; the answer names it. With `rest=true`, whatever that change touched stays as it is, ' +
      'along with anything that depends on it, and the rest is undone. A change of more than 1,000 items is undone in the background, and answered with 202: ' +
      'follow it at `undos/{id}`. Sent again with the same Idempotency-Key, it’s answered as it stands.',
    params: ChangeNumber,
    querystring: UndoQuery,
    answer: Undone,
  });
  app.post(
    `${base}/:number/undo`,
    {
      ...undoRoute,
      schema: {
        ...undoRoute.schema,
        response: { ...undoRoute.schema.response, 202: envelope(LongUndo) },
      },
    },
    async (request, reply) => {
      const command = { ...commandOf(request, now, 'undo'), undoes: request.params.number };
      const { account, undoes, scenario = null } = command;
      const { rest = false } = request.query;
      const long = await withAccount(db, account, (db) => askForLongUndo(db, command, rest), scenario);
      if (long)
        return reply
          .code(202)
          .header('retry-after', RETRY_SECONDS)
          .send(done(long, 'The change is being undone. Ask again in a moment.'));
      const waited = await withAccount(
        db,
        account,
        (db) => aboutToBeWrittenTo.run(db, undoes, command.at, platform),
        scenario,
      );
      const { answer, number, made } = await undo(db, tables, command, rest);
      const written_to = [...(await withAccount(db, account, (db) => writtenTo.run(db, undoes), scenario))];
      // Whoever was written to meanwhile was.
      const not_written_to = waited.filter((name) => !written_to.includes(name));
      return done({ ...answer, written_to, not_written_to, change: number, made });
    },
  );

  app.get(
    `${undos}/:id`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get an undo that’s done in the background: how far it is, or what came of it',
        params: Type.Object({ id: Id }),
        response: { 200: envelope(LongUndo), 404: envelope(Type.Null()) },
      },
    },
    async (request) =>
      done(await withAccount(db, accountOf(request), (db) => longUndo(db, request.params.id))),
  );
};
