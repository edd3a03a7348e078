import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Id } from '@muster/domain/values/schema';
import { importKinds, type ImportKind } from '@muster/domain/records';
import {
  DiscardQuery,
  Import,
  ImportEdit,
  ImportPreview,
  ImportPreviewQuery,
  ImportRow,
  ImportRowEdit,
  MOST_IMPORT_ROWS,
  NewImport,
} from '@muster/domain/work/imports/schema';
import { isPermitted } from '@muster/domain/values/role';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { commandOf, moneyKeepers, readersOfWork } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { App, Platform } from '../../../platform/deps.ts';
import { csvAnswer, sendCsv } from '../../../platform/http/answers/csv.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { idempotencyHeaders } from '../../../platform/http/requests/idempotency.ts';
import { accountOf, callerOf } from '../../../platform/sign-in/access.ts';
import { type AnyImporter, type Importer, preview, readTableInTurn } from '../import-tables/service.ts';
import {
  askForImport,
  discardDraft,
  editImport,
  editImportRow,
  leftOutCsv,
  previewDraft,
  releaseDraft,
} from './service.ts';
import { readDrafts, readImport } from './store.ts';

const base = '/services/scheduling/api/v1/imports';
const tags = ['Imports'];
/** Room for a body whose text is as long as allowed, with what JSON needs around its quotes and line ends. */
const BODY_LIMIT = 12_000_000;
/** What an import takes in says who may make it. */
const access = [...readersOfWork, ...moneyKeepers];
const params = Type.Object({ id: Id });

/** Tables of what the importers take in. */
export function importRoutes(
  app: App,
  { database: { db }, now }: Platform,
  known: readonly AnyImporter[],
): void {
  const importers = new Map<ImportKind, Importer>(
    known.map((importer) => [importer.kind, importer as unknown as Importer]),
  );
  const importerOf = (kind: ImportKind) => importers.get(kind)!;
  const refuseStranger = (request: FastifyRequest, kind: ImportKind) => {
    if (!isPermitted(importerOf(kind).access, callerOf(request))) throw new Failure('forbidden');
  };
  /** One that is there, and of a kind that whoever asks may take in. */
  const importOf = async (request: FastifyRequest<{ Params: { id: string } }>) => {
    const found = await withAccount(db, accountOf(request), (db) => readImport(db, request.params.id));
    if (!found) throw new Failure('notFound');
    refuseStranger(request, found.row.kind);
    return found.row;
  };

  app.post(
    `${base}/preview`,
    {
      bodyLimit: BODY_LIMIT,
      config: { access, idempotent: 'it changes nothing' },
      schema: {
        tags,
        summary: 'Preview an import and its problems',
        body: NewImport,
        response: { 200: envelope(ImportPreview) },
      },
    },
    async (request) => {
      const { body } = request;
      refuseStranger(request, body.kind);
      const account = accountOf(request);
      const table = await readTableInTurn(account, body);
      const wishes = { alike: body.alike ?? 'suggested', skips_problems: false, said: [] } as const;
      return done(await withAccount(db, account, (db) => preview(db, importerOf(body.kind), table, wishes)));
    },
  );

  app.post(
    base,
    {
      bodyLimit: BODY_LIMIT,
      config: { access, idempotent: true },
      schema: {
        tags,
        summary: 'Import a file, at once or as a draft',
        description:
          'Nothing is imported while a row has a problem, unless `skip_problems` is set. With `is_draft` it waits: look at it with `imports/{id}/preview`, fix, skip and decide on rows with `imports/{id}/rows/{row}`, then start it. Runs in the background, one at a time for an account: follow it at `imports/{id}` until its state is `done` or `failed`. One undo reverses the whole import. Sent again with the same Idempotency-Key, it’s answered with the import as it stands; one that failed begins again.',
        headers: idempotencyHeaders,
        body: NewImport,
        response: { 200: envelope(Import) },
      },
    },
    async (request) => {
      refuseStranger(request, request.body.kind);
      const command = commandOf(request, now, `${request.body.kind} imported`);
      const hash = createHash('sha256')
        .update(JSON.stringify([command.body, command.scenario]))
        .digest();
      return done(
        await withAccount(db, command.account, (db) => askForImport(db, command, hash, request.body)),
      );
    },
  );

  app.get(
    base,
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the drafts of imports, latest first',
        querystring: Type.Object({ kind: Type.Enum([...importKinds]) }, { additionalProperties: false }),
        response: {
          200: envelope(Type.Object({ rows: Type.Array(Type.Pick(Import, ['id', 'name', 'started_at'])) })),
        },
      },
    },
    async (request) => {
      refuseStranger(request, request.query.kind);
      return done({
        rows: await withAccount(db, accountOf(request), (db) => readDrafts(db, request.query.kind)),
      });
    },
  );

  app.get(
    `${base}/:id`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get an import: how far it is, or what became of it',
        params,
        response: { 200: envelope(Import) },
      },
    },
    async (request) => done(await importOf(request)),
  );

  app.patch(
    `${base}/:id`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change a draft: its columns, and what becomes of rows that look alike',
        params,
        body: ImportEdit,
        response: { 200: envelope(Import) },
      },
    },
    async (request) => {
      const { id } = await importOf(request);
      return done(await withAccount(db, accountOf(request), (db) => editImport(db, id, request.body)));
    },
  );

  app.get(
    `${base}/:id/preview`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Preview a draft as it’s decided so far, with the rows that need a look',
        params,
        querystring: ImportPreviewQuery,
        response: { 200: envelope(ImportPreview) },
      },
    },
    async (request) => {
      const { id } = await importOf(request);
      return done(await previewDraft(db, accountOf(request), importerOf, id, request.query));
    },
  );

  app.patch(
    `${base}/:id/rows/:row`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Fix, skip or decide on one row of a draft',
        description: 'Answered with the row, checked again. What isn’t sent stays as it is.',
        params: Type.Object({ id: Id, row: Type.Integer({ minimum: 2, maximum: MOST_IMPORT_ROWS * 2 }) }),
        body: ImportRowEdit,
        response: { 200: envelope(ImportRow) },
      },
    },
    async (request) => {
      const { id } = await importOf(request);
      const { row } = request.params;
      return done(await editImportRow(db, accountOf(request), importerOf, id, row, request.body));
    },
  );

  app.post(
    `${base}/:id/start`,
    {
      config: { access, idempotent: 'one that has started is told as it stands' },
      schema: {
        tags,
        summary: 'Start a draft: good rows are imported, the others are left out and named',
        description:
          'Follow it at `imports/{id}`. If it fails, nothing is imported and it’s a draft again, with every decision kept.',
        params,
        response: { 200: envelope(Import) },
      },
    },
    async (request) => {
      const { id } = await importOf(request);
      const { account, user, apiKey, role, money } = callerOf(request);
      const asked = { account, id, author: { user, apiKey, role, money }, at: new Date(now()) };
      return done(await withAccount(db, account, (db) => releaseDraft(db, asked)));
    },
  );

  app.delete(
    `${base}/:id`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Discard a draft',
        params,
        querystring: DiscardQuery,
        response: { 200: envelope(Type.Null()) },
      },
    },
    async (request) => {
      const { id } = await importOf(request);
      return done(await withAccount(db, accountOf(request), (db) => discardDraft(db, id, request.query)));
    },
  );

  app.get(
    `${base}/:id/left-out.csv`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Download the rows an import left out, with the reasons',
        params,
        response: { 200: csvAnswer },
      },
    },
    async (request, reply) => {
      const { id } = await importOf(request);
      const { name, parts } = await withAccount(db, accountOf(request), (db) => leftOutCsv(db, id));
      return sendCsv(reply, name, Readable.from(parts));
    },
  );
}
