import type { Readable } from 'node:stream';
import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import { FileQuery, FileRecord, FileUsage, NamedFile } from '@muster/domain/field/files/schema';
import type { Role } from '@muster/domain/values/role';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  dispatchers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { sendBytes } from '../../../platform/http/answers/bytes.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, callerOf } from '../../../platform/sign-in/access.ts';
import { bytesOf, deleteFile, filesOf, knownFile, openFile, roomTaken } from './service.ts';

const base = '/services/filesystem/api/v1/files';
const tags = ['Files'];
const params = Type.Object({ id: Id });
const access: readonly Role[] = ['owner', 'dispatcher', 'technician'];
const GIGABYTE = 1_000_000_000;
const bytes = {
  content: { 'application/octet-stream': { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
};

export const fileRoutes: Module = (app, { database: { db }, files: storage, settings, now }) => {
  const read = readingLive(db);
  const save = savingLive(db, now);

  app.get(
    base,
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the files of a visit, job, customer or site',
        querystring: FileQuery,
        response: { 200: envelope(Type.Object({ rows: Type.Array(NamedFile), change: Type.Integer() })) },
      },
    },
    (request) =>
      read(request, async (db) => ({ rows: await filesOf(db, callerOf(request), now(), request.query) })),
  );

  app.get(
    `${base}/:id`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get the details of a file',
        params,
        response: { 200: envelope(Shown(FileRecord)) },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: await knownFile(db, callerOf(request), now(), request.params.id),
      })),
  );

  app.delete(
    `${base}/:id`,
    commandRoute(access, {
      tags,
      summary: 'Delete a file. Can be undone for 30 days',
      params,
      answer: Saved(FileRecord),
    }),
    (request) =>
      save(request, 'file deleted', (write) => deleteFile(write, callerOf(request), request.params.id)),
  );

  for (const part of ['content', 'thumbnail'] as const)
    app.get(
      `${base}/:id/${part}`,
      {
        config: { access },
        exposeHeadRoute: false,
        schema: {
          tags,
          summary: part === 'content' ? 'Download a file or a range of it' : 'Get the thumbnail of a picture',
          params,
          response: { 200: bytes, 206: bytes },
        },
      },
      async (request, reply) => {
        const { file, pieces } = await withAccount(db, accountOf(request), (db) =>
          openFile(db, callerOf(request), now(), request.params.id, part),
        );
        const length = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
        const type = part === 'content' ? file.type : 'image/webp';
        return sendBytes(
          request,
          reply,
          { name: file.name, type, tag: `"${file.id}-${part}"`, length },
          (range) => bytesOf(storage, accountOf(request), pieces, range),
        );
      },
    );

  app.get(
    '/services/filesystem/api/v1/usage',
    {
      config: { access: dispatchers },
      schema: { tags, summary: 'Get the space used by files', response: { 200: envelope(FileUsage) } },
    },
    async (request) =>
      withAccount(db, accountOf(request), async (db) => {
        const { files, bytes } = await roomTaken(db, new Date(now()));
        return done({ files, bytes, quota: settings.FILES_QUOTA_GB * GIGABYTE });
      }),
  );
};
