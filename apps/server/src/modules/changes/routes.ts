import { Change, HistoryQuery, Page, saved } from '@muster/domain/changes/schema';
import { Type } from 'typebox';
import { commandOf, commandRoute, dispatchers, reading } from '../../platform/changes/from-request.ts';
import { undo } from '../../platform/changes/undo.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Module } from '../../platform/deps.ts';
import { Failure } from '../../platform/http/errors.ts';
import { done, envelope } from '../../platform/http/envelope.ts';
import { accountOf, callerOf, scenarioOf } from '../../platform/sign-in/access.ts';
import { listChanges } from './store.ts';

const base = '/services/scheduling/api/v1/changes';
const tags = ['Changes'];
/** As long as an import may take, which is taken back as a whole. */
const UNDO_MS = 120_000;
const ChangeNumber = Type.Object({ number: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
const UndoQuery = Type.Object(
  {
    rest: Type.Optional(
      Type.Boolean({ description: 'Whether to leave what something newer stands in the way of' }),
    ),
  },
  { additionalProperties: false },
);

/** What happened in an account, and the way back. */
export const changes: Module = (app, { database: { db }, now, tables }) => {
  const read = reading(db);
  const readableBy = (role: string) =>
    [...tables.values()]
      .filter(({ readers }) => (readers as string[]).includes(role))
      .map(({ name }) => name);

  app.get(
    base,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'The history, the latest change first',
        querystring: HistoryQuery,
        response: { 200: envelope(Page(Change)) },
      },
    },
    (request) => {
      const { cursor, limit, ...filters } = request.query;
      const readable = readableBy(callerOf(request).role);
      return read(request, (db) => listChanges(db, filters, readable, { cursor, limit }));
    },
  );

  app.get(
    `${base}/:number`,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'One change, with up to a thousand of its entries',
        params: ChangeNumber,
        response: { 200: envelope(Change) },
      },
    },
    async (request) => {
      const readable = readableBy(callerOf(request).role);
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

  app.post(
    `${base}/:number/undo`,
    {
      handlerTimeout: UNDO_MS,
      ...commandRoute(dispatchers, {
        tags,
        summary: 'Take a change back',
        description:
          'For 30 days, by whoever might make the opposite change. Taking back what took something back does it again. ' +
          'Refused with code 409 where something newer stands in the way, which is named; with `rest=true` what it touched stays as it is, ' +
          'together with what belongs to it, and everything else is taken back.',
        params: ChangeNumber,
        querystring: UndoQuery,
        answer: Type.Object({
          undone: Type.Integer(),
          stays: Type.Integer({
            description: 'How many things stay as they are, because of something newer',
          }),
          ...saved,
        }),
      }),
    },
    async (request) => {
      const command = { ...commandOf(request, now, 'undo'), undoes: request.params.number };
      const { answer, number, made } = await undo(db, tables, command, request.query.rest ?? false);
      return done({ ...answer, change: number, made });
    },
  );
};
