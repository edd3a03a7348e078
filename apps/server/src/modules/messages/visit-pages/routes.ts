import { answers } from '@muster/domain/values/answer';
import { writeCaptions } from '@muster/domain/field/films/captions';
import { Id } from '@muster/domain/values/schema';
import { dateAt, timeAt } from '@muster/domain/values/local-time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { withAccount } from '../../../platform/db/account.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Module } from '../../../platform/deps.ts';
import { sendBytes } from '../../../platform/http/answers/bytes.ts';
import { Failure, toFailure } from '../../../platform/http/answers/errors.ts';
import { networkOf } from '../../../platform/http/edge/client-network.ts';
import { type FormBody, takeForms } from '../../../platform/http/requests/form-body.ts';
import { customerPhotosAtOnce, filmPageLimits, visitPageLimits } from '../../../platform/limit-table.ts';
import { type Bucket, inTurn, perNetwork, takeHits } from '../../../platform/limits.ts';
import { sendPdf } from '../../../platform/pdf.ts';
import { findSession, readSessionToken } from '../../../platform/sign-in/session.ts';
import { customerPages, laterPage, serveCustomerScript } from '../../../platform/site/customer-page.ts';
import { openPart, readerOf, sharedFilm } from '../../field/films/service.ts';
import {
  findVisitLink,
  formToken,
  noteVisitLinkRead,
  readFormToken,
  type OpenVisitLink,
} from '../visit-links/service.ts';
import { findOffers } from '../visit-offers/service.ts';
import { type Came, calendarFile, ownerOf, readVisitPage, reportFile, takeAnswer } from './service.ts';
import {
  gonePage,
  pageForms,
  type PageForm,
  pageOf,
  type Refused,
  type ShownPage,
  timePage,
  waitingPage,
} from './templates.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a form that is sent from a customer's page. */
    visitLink?: OpenVisitLink;
  }
}

const params = Type.Object({ token: Type.String() });
const open = {
  config: { access: 'public' as const },
  // Whoever only asks whether the page is there has not opened it.
  exposeHeadRoute: false,
  schema: { hide: true, params },
};

const openOfFilm = {
  ...open,
  schema: { hide: true, params: Type.Object({ token: Type.String(), film: Id }) },
};

/** Often enough for somebody who waits, and seldom enough that a slow drawing uses up nobody's readings. */
const ASK_AGAIN_SECONDS = 6;

function tokenOf({ params }: FastifyRequest): string {
  return (params as { token: string }).token;
}

function pathOf(request: FastifyRequest): string {
  return `/v/${tokenOf(request)}`;
}

/** `/v/…`: what a customer reads of their visit, and answers. No sign-in: whoever has the link is the customer. */
export const visitPageRoutes: Module = (root, platform) => {
  const {
    database: { db, keys },
    settings,
    now,
    log,
  } = platform;
  const write = customerPages(platform);
  const at = () => new Date(now());
  let photos = 0;

  function count(line: string, ...buckets: readonly Bucket[]) {
    return inTurn(line, () => transaction(db, (db) => takeHits(db, buckets, at())));
  }

  /** Guesses are counted, and nobody learns from the answer whether a page ever was. */
  async function find(request: FastifyRequest): Promise<OpenVisitLink> {
    const link = await findVisitLink(db, tokenOf(request), at());
    if (link) return link;
    const network = networkOf(request.ip);
    await count(network, { limit: perNetwork(visitPageLimits.wrongPerNetwork, settings), key: network });
    throw new Failure('notFound');
  }

  async function findToRead(request: FastifyRequest): Promise<OpenVisitLink> {
    const link = await find(request);
    await count(link.id, { limit: visitPageLimits.readsPerLink, key: link.id });
    return link;
  }

  /** One of the films that the customer sees; asked for part by part while it plays. */
  async function findFilmToPlay(request: FastifyRequest) {
    const { account, visit, id } = await find(request);
    await count(id, { limit: filmPageLimits.partsPerLink, key: id });
    const { film } = request.params as { film: string };
    return { account, film: (db: Tx) => sharedFilm(db, visit, film) };
  }

  /** Whether somebody of the business looks, who does not count as the customer. */
  async function isOfOffice(request: FastifyRequest, { account }: OpenVisitLink): Promise<boolean> {
    const token = readSessionToken(request, settings);
    const session = token === undefined ? undefined : await findSession(db, token, at());
    return session?.kind === 'user' && session.account === account;
  }

  /** The page as it stands, with what came of a form. */
  async function shown(
    request: FastifyRequest,
    link: OpenVisitLink,
    more: Pick<ShownPage, 'done' | 'refused'> = {},
  ): Promise<ShownPage> {
    const isOffice = await isOfOffice(request, link);
    const read = await withAccount(db, link.account, (db) => readVisitPage(db, link.visit, at()));
    const owner = await ownerOf(platform, link, read.row);
    const tokenOf = (form: PageForm) => formToken(keys, link, form);
    return { ...read, ...more, owner, isOffice, path: pathOf(request), tokenOf };
  }

  async function withOffers(page: ShownPage, { account, id, visit }: OpenVisitLink, from?: string) {
    const { row, news } = page;
    await count(
      account,
      { limit: visitPageLimits.offersPerLink, key: id },
      { limit: visitPageLimits.offersPerAccount, key: account },
    );
    const { zone } = row.site;
    const known = news.arrival && {
      on_date: dateAt(news.arrival.from, zone),
      window_from: timeAt(news.arrival.from, zone),
      window_to: timeAt(news.arrival.to, zone),
    };
    const wanted = { account, visit, zone, businessZone: row.business.zone, known, from };
    return timePage(page, await findOffers(db, wanted, at()));
  }

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const failure = toFailure(error, request.id);
    const { status } = answers[failure.answer];
    if (status >= 500) log.error({ id: request.id, err: error }, 'customer’s page');
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
    if (failure.answer === 'tooLarge')
      write(reply, laterPage('That’s too large to send here. Photos can be up to 10 MB.'), status);
    else if (status < 429) write(reply, gonePage, 404);
    else write(reply, laterPage(failure.message), status);
  }

  serveCustomerScript(root);
  root.register(async (app) => {
    app.setErrorHandler(refuse);
    takeForms(app);

    app.get('/v/:token', open, async (request, reply) => {
      const link = await findToRead(request);
      const { done } = request.query as { done?: unknown };
      const page = await shown(request, link, { done: typeof done === 'string' ? done : undefined });
      if (!page.isOffice) await noteVisitLinkRead(db, link, at());
      return write(reply, pageOf(page));
    });

    app.get('/v/:token/time', open, async (request, reply) => {
      const link = await findToRead(request);
      const page = await shown(request, link);
      if (!page.open.time) return reply.redirect(pathOf(request), 303);
      const { from } = request.query as { from?: unknown };
      const isDay = typeof from === 'string' && /^\d{4}-\d\d-\d\d$/.test(from);
      return write(reply, await withOffers(page, link, isDay ? from : undefined));
    });

    app.get('/v/:token/visit.ics', open, async (request, reply) => {
      const link = await findToRead(request);
      const read = await withAccount(db, link.account, (db) => readVisitPage(db, link.visit, at()));
      const text = calendarFile(read, at());
      if (text === undefined) throw new Failure('notFound');
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .header('content-disposition', 'attachment; filename="visit.ics"')
        .type('text/calendar; charset=utf-8')
        .send(text);
    });

    for (const [address, part] of [
      ['video', 'film'],
      ['poster', 'poster'],
    ] as const)
      app.get(`/v/:token/films/:film/${address}`, openOfFilm, async (request, reply) => {
        const { account, film } = await findFilmToPlay(request);
        const opened = await withAccount(db, account, async (db) => openPart(db, await film(db), part));
        const named = { ...opened, name: part === 'film' ? 'video.mp4' : 'video.jpg' };
        return sendBytes(request, reply, named, await readerOf(platform, account, opened));
      });

    app.get('/v/:token/films/:film/captions', openOfFilm, async (request, reply) => {
      const { account, film } = await findFilmToPlay(request);
      const { captions } = (await withAccount(db, account, film)).film;
      return reply
        .header('cache-control', 'private, no-cache')
        .type('text/vtt; charset=utf-8')
        .send(writeCaptions(captions));
    });

    app.get('/v/:token/report.pdf', open, async (request, reply) => {
      const link = await findToRead(request);
      const file = await reportFile(platform, link, at());
      if (file !== 'waiting') return sendPdf(reply, 'report.pdf', file);
      const { owner, path } = await shown(request, link);
      return write(
        reply.header('refresh', `${ASK_AGAIN_SECONDS};url=${path}/report.pdf`),
        waitingPage(owner, path),
        202,
      );
    });

    /** The page again, with why and with what was typed; of a time with what is free now. */
    async function again(
      request: FastifyRequest,
      reply: FastifyReply,
      { link, refused, status }: { link: OpenVisitLink; refused: Refused; status: number },
    ) {
      const page = await shown(request, link, { refused });
      return write(
        reply,
        refused.form === 'time' && page.open.time ? await withOffers(page, link) : pageOf(page),
        status,
      );
    }

    for (const form of pageForms)
      app.post(
        `/v/:token/${form}`,
        {
          config: {
            access: 'public',
            idempotent: 'its form has a token, by which it is done once',
            ownToken: 'its form has one, which only whoever has the link gets',
          },
          schema: { hide: true, params },
          /** Nobody's body is read who has no link. */
          onRequest: async (request) => void (request.visitLink = await find(request)),
          preParsing: async (request, reply) => {
            if (!request.headers['content-type']?.startsWith('multipart/')) return;
            if (photos >= customerPhotosAtOnce)
              throw new Failure('tooMany', 'Many photos are arriving at once. Try again in a moment.', {
                retryAfterSeconds: 2,
              });
            photos += 1;
            reply.raw.once('close', () => (photos -= 1));
          },
        },
        async (request, reply) => {
          const link = request.visitLink!;
          const network = networkOf(request.ip);
          await count(
            link.id,
            { limit: visitPageLimits.answersPerLink, key: link.id },
            { limit: perNetwork(visitPageLimits.answersPerNetwork, settings), key: network },
          );
          const { fields, file } = request.body as FormBody;
          const refused = (text: string, status: number) =>
            again(request, reply, { link, refused: { form, text, typed: fields }, status });
          if (await isOfOffice(request, link))
            return refused('You’re signed in as the office, so nothing was sent.', 403);
          const id = readFormToken(keys, link, { form, token: fields['form'] ?? '' });
          if (id === undefined)
            return refused(
              'We couldn’t send that: the page was open for too long. Please send it again.',
              422,
            );
          const { form: _, ...typed } = fields;
          const photo = file && file.bytes.length > 0 ? { bytes: file.bytes } : undefined;
          let came: Came;
          try {
            came = await takeAnswer(platform, link, { form, id, fields: typed, photo }, at());
          } catch (error) {
            const failure = toFailure(error, request.id);
            const { status } = answers[failure.answer];
            if (status < 400 || status >= 500) throw error;
            return refused(wordsOf(form, failure), status);
          }
          return reply.redirect(`${pathOf(request)}?done=${came}`, 303);
        },
      );
  });
};

/** What the office is told of a booking that is refused is not for customers: to them the time is gone. */
function wordsOf(form: PageForm, failure: Failure): string {
  const isRefusedBooking = form === 'time' && failure.answer === 'conflict' && failure.data !== null;
  if (isRefusedBooking) return 'Sorry, that time has just gone. Here’s what’s free now.';
  return failure.answer === 'keyReused' ? 'That was sent already.' : failure.message;
}
