import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import { writeCaptions } from '@muster/domain/field/films/captions';
import { CaptionsEdit, FilmEdit, FilmRecord, ShownFilm } from '@muster/domain/field/films/schema';
import type { Role } from '@muster/domain/values/role';
import { Id } from '@muster/domain/values/schema';
import type { Readable } from 'node:stream';
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
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, callerOf } from '../../../platform/sign-in/access.ts';
import { convertAgain, filmOf, openPart, readerOf, saveCaptions, shareFilm } from './service.ts';

const base = '/services/video/api/v1/films';
const tags = ['Videos'];
const params = Type.Object({ id: Id });
const access: readonly Role[] = ['owner', 'dispatcher', 'technician'];
const bytes = {
  content: { 'application/octet-stream': { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
};

/** Films as they play everywhere. What was sent stays with the files. */
export const filmRoutes: Module = (app, platform) => {
  const {
    database: { db },
    now,
  } = platform;
  const read = readingLive(db);
  const save = savingLive(db, now);

  app.get(
    `${base}/:id`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get the details of a video, and how far its conversion is',
        params,
        response: { 200: envelope(Shown(ShownFilm)) },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: (await filmOf(db, callerOf(request), now(), request.params.id)).film,
      })),
  );

  for (const [address, part, summary] of [
    ['video', 'film', 'Play a video: H.264 and AAC in MP4, or a range of it'],
    ['poster', 'poster', 'Get a picture of a video'],
  ] as const)
    app.get(
      `${base}/:id/${address}`,
      {
        config: { access },
        exposeHeadRoute: false,
        schema: { tags, summary, params, response: { 200: bytes, 206: bytes } },
      },
      async (request, reply) => {
        const account = accountOf(request);
        const open = await withAccount(db, account, async (db) =>
          openPart(db, await filmOf(db, callerOf(request), now(), request.params.id), part),
        );
        return sendBytes(request, reply, open, await readerOf(platform, account, open));
      },
    );

  app.get(
    `${base}/:id/captions`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get the captions of a video as WebVTT',
        params,
        response: { 200: { content: { 'text/vtt': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const { film } = await withAccount(db, accountOf(request), (db) =>
        filmOf(db, callerOf(request), now(), request.params.id),
      );
      return reply
        .header('cache-control', 'private, no-cache')
        .type('text/vtt; charset=utf-8')
        .send(writeCaptions(film.captions));
    },
  );

  app.post(
    `${base}/:id/convert`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Convert a video again that couldn’t be converted',
      params,
      answer: Saved(FilmRecord),
    }),
    (request) =>
      save(request, 'film asked again', (write) => convertAgain(write, callerOf(request), request.params.id)),
  );

  app.put(
    `${base}/:id/captions`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Replace the captions of a video',
      params,
      body: CaptionsEdit,
      answer: Saved(FilmRecord),
    }),
    (request) =>
      save(request, 'film captions edited', (write) =>
        saveCaptions(write, callerOf(request), request.params.id, request.body),
      ),
  );

  app.patch(
    `${base}/:id`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Choose whether the customer sees a video on the page of the visit',
      params,
      body: FilmEdit,
      answer: Saved(FilmRecord),
    }),
    (request) =>
      save(request, request.body.is_shared ? 'film shared' : 'film unshared', (write) =>
        shareFilm(write, callerOf(request), request.params.id, request.body),
      ),
  );
};
