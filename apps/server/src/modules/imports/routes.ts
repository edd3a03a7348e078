import { Id } from '@muster/domain/changes/schema';
import type { ImportKind } from '@muster/domain/imports/columns';
import {
  ImportDone,
  ImportPreview,
  ImportProgress,
  ImportRefusal,
  NewImport,
} from '@muster/domain/imports/schema';
import { Type } from 'typebox';
import { runCommand } from '../../platform/changes/command.ts';
import { commandOf, commandRoute, dispatchers } from '../../platform/changes/from-request.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Module } from '../../platform/deps.ts';
import { done, envelope } from '../../platform/http/envelope.ts';
import { Failure } from '../../platform/http/errors.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { customerImporter } from '../customer-imports/service.ts';
import { jobImporter } from '../job-imports/service.ts';
import { technicianImporter } from '../technician-imports/service.ts';
import { type Importer, importTable, preview, readTable } from './service.ts';
import { beginImport, readProgress, reportImport } from './store.ts';

const base = '/services/scheduling/api/v1/imports';
const tags = ['Imports'];
/** Room for a body whose text is as long as allowed, with what JSON needs around its quotes and line ends. */
const BODY_LIMIT = 12_000_000;
/** Some thousand rows a second are written: see bench/imports. */
const HANDLER_MS = 120_000;

const importers = new Map<ImportKind, Importer>(
  [technicianImporter, customerImporter, jobImporter].map((importer) => [
    importer.kind,
    importer as unknown as Importer,
  ]),
);

export const imports: Module = (app, { database: { db }, now }) => {
  app.post(
    `${base}/preview`,
    {
      bodyLimit: BODY_LIMIT,
      config: { access: dispatchers, idempotent: 'it changes nothing' },
      schema: {
        tags,
        summary: 'What an import would take, and what stands in its way',
        body: NewImport,
        response: { 200: envelope(ImportPreview) },
      },
    },
    async (request) => {
      const importer = importers.get(request.body.kind)!;
      const table = await readTable(request.body);
      return done(await withAccount(db, accountOf(request), (db) => preview(db, importer, table)));
    },
  );

  const { schema, ...route } = commandRoute(dispatchers, {
    tags,
    summary: 'Import a table: all of it, or nothing',
    description:
      'One command, which one undo takes back. Whoever sends a UUID as Idempotency-Key can read meanwhile at `imports/{that UUID}` how far it is.',
    body: NewImport,
    answer: ImportDone,
  });
  app.post(
    base,
    {
      ...route,
      bodyLimit: BODY_LIMIT,
      handlerTimeout: HANDLER_MS,
      schema: { ...schema, response: { ...schema.response, 422: envelope(ImportRefusal) } },
    },
    async (request) => {
      const { kind } = request.body;
      const importer = importers.get(kind)!;
      const table = await readTable(request.body);
      const command = commandOf(request, now, `${kind} imported`);
      const { account, id } = command;
      const report = (state: ImportProgress['state'], count?: number) =>
        withAccount(db, account, (db) =>
          reportImport(db, id, {
            state,
            now: new Date(now()),
            ...(count !== undefined && { done: count }),
          }),
        );
      await withAccount(db, account, (db) =>
        beginImport(db, { id, kind, total: table.rows.length, now: new Date(now()) }),
      );
      try {
        const { answer, number, made } = await runCommand(db, command, (write) =>
          importTable(write, importer, table, (count) => report('running', count)),
        );
        await report('done', answer.count);
        return done({ ...answer, change: number, made });
      } catch (error) {
        await report('failed');
        throw error;
      }
    },
  );

  app.get(
    `${base}/:id`,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'How far an import is',
        params: Type.Object({ id: Id }),
        response: { 200: envelope(ImportProgress) },
      },
    },
    async (request) => {
      const found = await withAccount(db, accountOf(request), (db) =>
        readProgress(db, request.params.id, new Date(now())),
      );
      if (!found) throw new Failure('notFound');
      return done(found);
    },
  );
};
