import { Saved } from '@muster/domain/basics/changes/schema';
import { FilmLink, NewFilmLink, ShownFilmLink } from '@muster/domain/field/film-links/schema';
import { writeCaptions } from '@muster/domain/field/films/captions';
import { answers } from '@muster/domain/values/answer';
import { dayInWords } from '@muster/domain/values/clock-words';
import { minuteAt } from '@muster/domain/values/minutes';
import { Id } from '@muster/domain/values/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { runCommand } from '../../../platform/changes/command.ts';
import {
  commandOf,
  commandRoute,
  dispatchers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Module } from '../../../platform/deps.ts';
import { sendBytes } from '../../../platform/http/answers/bytes.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure, toFailure } from '../../../platform/http/answers/errors.ts';
import { networkOf } from '../../../platform/http/edge/client-network.ts';
import { filmPageLimits, type Limit } from '../../../platform/limit-table.ts';
import { inTurn, perNetwork, takeHits } from '../../../platform/limits.ts';
import { callerOf } from '../../../platform/sign-in/access.ts';
import { findSession, readSessionToken } from '../../../platform/sign-in/session.ts';
import { customerPages, laterPage } from '../../../platform/site/customer-page.ts';
import { publicAddress } from '../../../platform/site/public-address.ts';
import { filmOf, linkedFilm, openPart, readerOf } from '../films/service.ts';
import {
  filmLinkUrl,
  findFilmLink,
  linksOfFilm,
  makeFilmLink,
  noteFilmLinkRead,
  type OpenFilmLink,
  ownerOfFilm,
  revokeFilmLink,
} from './service.ts';
import { filmPage, goneFilmPage } from './templates.ts';

const base = '/services/video/api/v1';
const tags = ['Videos'];
const params = Type.Object({ id: Id });
const rows = Type.Object({ rows: Type.Array(ShownFilmLink), change: Type.Integer() });
const open = {
  config: { access: 'public' as const },
  // Whoever only asks whether the page is there has not opened it.
  exposeHeadRoute: false,
  schema: { hide: true, params: Type.Object({ token: Type.String() }) },
};

/** Links to single films, and `/f/…`, the page that they lead to. No sign-in: whoever has the link may watch. */
export const filmLinkRoutes: Module = (root, platform) => {
  const {
    database: { db, keys },
    settings,
    now,
    log,
  } = platform;
  const read = readingLive(db);
  const save = savingLive(db, now);
  const write = customerPages(platform);
  const at = () => new Date(now());

  root.get(
    `${base}/films/:id/links`,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'List the links by which a video can be watched without signing in',
        params,
        response: { 200: envelope(rows) },
      },
    },
    (request) =>
      read(request, async (db) => {
        await filmOf(db, callerOf(request), now(), request.params.id);
        const from = { keys, address: publicAddress(settings) };
        return { rows: await linksOfFilm(db, from, request.params.id, at()) };
      }),
  );

  root.post(
    `${base}/films/:id/links`,
    commandRoute(dispatchers, {
      tags,
      summary: 'Make a link by which a video can be watched without signing in, for some days',
      params,
      body: NewFilmLink,
      answer: Type.Object({ ...Saved(FilmLink).properties, address: Type.String() }),
    }),
    async (request) => {
      const command = { ...commandOf(request, now, 'film link made'), scenario: null };
      const { answer, number, made } = await runCommand(db, command, (write) =>
        makeFilmLink(write, keys, callerOf(request), { id: request.params.id, ...request.body }),
      );
      return done({ row: answer, change: number, made, address: filmLinkUrl(settings, keys, answer) });
    },
  );

  root.post(
    `${base}/links/:id/revoke`,
    commandRoute(
      dispatchers,
      { tags, summary: 'Revoke a link to a video permanently', params, answer: Saved(FilmLink) },
      'it closes a door',
    ),
    (request) => save(request, 'film link revoked', (write) => revokeFilmLink(write, request.params.id)),
  );

  function count(line: string, limit: Limit) {
    return inTurn(line, () => transaction(db, (db) => takeHits(db, [{ limit, key: line }], at())));
  }

  /** Guesses are counted, and nobody learns from the answer whether a page ever was. */
  async function find(request: FastifyRequest, limit: Limit): Promise<OpenFilmLink> {
    const link = await findFilmLink(db, (request.params as { token: string }).token, at());
    if (link) {
      await count(link.id, limit);
      return link;
    }
    await count(networkOf(request.ip), perNetwork(filmPageLimits.wrongPerNetwork, settings));
    throw new Failure('notFound');
  }

  /** Whether somebody of the business looks, who does not count as the customer. */
  async function isOfOffice(request: FastifyRequest, { account }: OpenFilmLink): Promise<boolean> {
    const token = readSessionToken(request, settings);
    const session = token === undefined ? undefined : await findSession(db, token, at());
    return session?.kind === 'user' && session.account === account;
  }

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const failure = toFailure(error, request.id);
    const { status } = answers[failure.answer];
    if (status >= 500) log.error({ id: request.id, err: error }, 'page of a video');
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
    if (status < 429) write(reply, goneFilmPage, 404);
    else write(reply, laterPage(failure.message), status);
  }

  root.register(async (app) => {
    app.setErrorHandler(refuse);

    app.get('/f/:token', open, async (request, reply) => {
      const link = await find(request, filmPageLimits.readsPerLink);
      const { film } = await withAccount(db, link.account, (db) => linkedFilm(db, link.film));
      const { owner, business } = await ownerOfFilm(platform, link.account);
      if (!(await isOfOffice(request, link))) await noteFilmLinkRead(db, link, at());
      const until = dayInWords(minuteAt(link.ends), business.zone);
      const path = `/f/${(request.params as { token: string }).token}`;
      return write(reply, filmPage({ owner, phone: business.phone, film, path, until }));
    });

    for (const [address, part] of [
      ['video', 'film'],
      ['poster', 'poster'],
    ] as const)
      app.get(`/f/:token/${address}`, open, async (request, reply) => {
        const { account, film } = await find(request, filmPageLimits.partsPerLink);
        const opened = await withAccount(db, account, async (db) =>
          openPart(db, await linkedFilm(db, film), part),
        );
        const named = { ...opened, name: part === 'film' ? 'video.mp4' : 'video.jpg' };
        return sendBytes(request, reply, named, await readerOf(platform, account, opened));
      });

    app.get('/f/:token/captions', open, async (request, reply) => {
      const { account, film: id } = await find(request, filmPageLimits.partsPerLink);
      const { film } = await withAccount(db, account, (db) => linkedFilm(db, id));
      return reply
        .header('cache-control', 'private, no-cache')
        .type('text/vtt; charset=utf-8')
        .send(writeCaptions(film.captions));
    });
  });
};
