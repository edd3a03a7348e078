import type { Readable } from 'node:stream';
import type { Role } from '@muster/domain/values/role';
import { Id } from '@muster/domain/values/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { withAccount } from '../../../platform/db/account.ts';
import type { App, Module, Platform } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { callerOf } from '../../../platform/sign-in/access.ts';
import { beginUpload, createRoom, endUpload, paced, receive, uploadOf } from './service.ts';

const base = '/services/filesystem/api/v1/uploads';
const tags = ['Files'];
const params = Type.Object({ id: Id });
const VERSION = '1.0.0';
const PIECES = 'application/offset+octet-stream';
const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000_000_000;

const access: readonly Role[] = ['owner', 'dispatcher', 'technician'];
/** Nothing is in the body of these answers: tus tells everything by headers. */
const empty = Type.Unsafe<undefined>({ type: 'null' });

/** Files are sent in pieces by the tus protocol, version 1.0.0, so that a lost connection loses nothing. */
export const uploadRoutes: Module = (app, platform) => {
  // In a plugin, so that no other route takes what is no JSON.
  app.register(async (app) => addRoutes(app, platform));
};

function addRoutes(app: App, { database: { db }, files: storage, settings, now }: Platform): void {
  const limits = { largest: settings.FILES_LARGEST_MB * MEGABYTE, quota: settings.FILES_QUOTA_GB * GIGABYTE };
  const room = createRoom();
  const moment = () => new Date(now());

  app.addContentTypeParser(PIECES, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('tus-resumable', VERSION);
  });

  app.options(
    base,
    {
      config: { access: 'public', offline: true },
      schema: { tags, summary: 'Get the supported tus options', response: { 204: empty } },
    },
    async (_request, reply) =>
      reply
        .code(204)
        .header('tus-version', VERSION)
        .header('tus-extension', 'creation,termination,expiration')
        .header('tus-max-size', limits.largest)
        .send(undefined),
  );

  app.post(
    base,
    {
      config: {
        access,
        idempotent: 'the id in Upload-Metadata says which upload it is',
        whenReadOnly: 'photos and signatures of a visit arrive, whoever pays',
      },
      schema: {
        tags,
        summary: 'Start an upload',
        description:
          'Uses tus 1.0.0. Upload-Metadata has name, subject (visit, job, customer, site or business), subject_id and optionally id, kind (photo, video, document, signature or logo) and taken_at. Owners alone send a logo, to the business with the id of the account.',
        response: { 201: empty },
      },
    },
    async (request, reply) => {
      checkVersion(request);
      const length = wholeNumber(request, 'upload-length');
      if (length === 0) throw new Failure('unprocessable', 'This file is empty.');
      const caller = callerOf(request);
      const told = readMetadata(request);
      const { id, expires_at } = await withAccount(db, caller.account, (db) =>
        beginUpload(db, caller, { length, told, limits, now: moment() }),
      );
      return expiring(reply, expires_at).code(201).header('location', `${base}/${id}`).send(undefined);
    },
  );

  app.head(
    `${base}/:id`,
    {
      config: { access },
      schema: { tags, summary: 'Get the progress of an upload', params, response: { 200: empty } },
    },
    async (request, reply) => {
      checkVersion(request);
      const caller = callerOf(request);
      const { received, length, expires_at } = await withAccount(db, caller.account, (db) =>
        uploadOf(db, caller, request.params.id, moment()),
      );
      return expiring(reply, expires_at)
        .header('upload-offset', received)
        .header('upload-length', length)
        .send(undefined);
    },
  );

  app.patch(
    `${base}/:id`,
    {
      config: { access, whenReadOnly: 'photos and signatures of a visit arrive, whoever pays' },
      bodyLimit: limits.largest,
      schema: { tags, summary: 'Send the next part of a file', params, response: { 204: empty } },
    },
    async (request, reply) => {
      checkVersion(request);
      if (request.headers['content-type'] !== PIECES)
        throw new Failure('unsupportedType', `Send the piece as ${PIECES}.`);
      const offset = wholeNumber(request, 'upload-offset');
      const caller = callerOf(request);
      const body = request.body as Readable;
      try {
        const at = await room.enter(caller.account, (signal) =>
          receive({ db, storage, now: moment }, caller, {
            id: request.params.id,
            offset,
            body: paced(body, signal),
          }),
        );
        return reply.code(204).header('upload-offset', at).send(undefined);
      } finally {
        // Whoever is refused in the middle is still sending. The rest is thrown away, so that they can read why.
        body.resume();
      }
    },
  );

  app.delete(
    `${base}/:id`,
    {
      config: { access, whenReadOnly: 'photos and signatures of a visit arrive, whoever pays' },
      schema: { tags, summary: 'Cancel an upload', params, response: { 204: empty } },
    },
    async (request, reply) => {
      checkVersion(request);
      const caller = callerOf(request);
      await withAccount(db, caller.account, (db) => endUpload(db, caller, request.params.id, moment()));
      return reply.code(204).send(undefined);
    },
  );
}

function checkVersion({ headers }: FastifyRequest): void {
  if (headers['tus-resumable'] !== VERSION)
    throw new Failure('otherVersion', `Send Tus-Resumable: ${VERSION}. No other version is supported.`);
}

function wholeNumber({ headers }: FastifyRequest, name: string): number {
  const given = headers[name];
  if (typeof given !== 'string' || !/^\d{1,15}$/.test(given))
    throw new Failure('malformed', `The header ${name} must be a number of bytes.`);
  return Number(given);
}

/** Pairs of a name and its value in base64. */
function readMetadata({ headers }: FastifyRequest): Map<string, string> {
  const given = headers['upload-metadata'];
  const pairs = typeof given === 'string' ? given.split(',') : [];
  const told = pairs.map((pair) => pair.trim().split(' ', 2) as [string, string?]);
  const texts = told.map(
    ([name, value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')] as const,
  );
  if (texts.some(([, text]) => text.includes('\0') || !text.isWellFormed()))
    throw new Failure('malformed', 'Upload-Metadata contains characters that can’t be saved.');
  return new Map(texts);
}

function expiring(reply: FastifyReply, at: Date): FastifyReply {
  return reply.header('upload-expires', at.toUTCString());
}
