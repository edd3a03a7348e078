import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { withAccount } from '../../../platform/db/account.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Module } from '../../../platform/deps.ts';
import { answers } from '@muster/domain/values/answer';
import { Failure, toFailure } from '../../../platform/http/answers/errors.ts';
import { networkOf } from '../../../platform/http/edge/client-network.ts';
import { visitPageLimits } from '../../../platform/limit-table.ts';
import { type Bucket, inTurn, perNetwork, takeHits } from '../../../platform/limits.ts';
import { sendPdf } from '../../../platform/pdf.ts';
import { findSession, readSessionToken } from '../../../platform/sign-in/session.ts';
import { customerPages, serveCustomerScript } from '../../../platform/site/customer-page.ts';
import { findVisitLink, noteVisitLinkRead, type OpenVisitLink } from '../visit-links/service.ts';
import { calendarFile, ownerOf, readVisitPage, reportFile } from './service.ts';
import { gonePage, laterPage, pageOf, waitingPage } from './templates.ts';

const params = Type.Object({ token: Type.String() });
const open = { config: { access: 'public' as const }, schema: { hide: true, params } };

function tokenOf({ params }: FastifyRequest): string {
  return (params as { token: string }).token;
}

function pathOf(request: FastifyRequest): string {
  return `/v/${tokenOf(request)}`;
}

/** `/v/…`: what a customer reads of their visit, and answers. No sign-in: whoever has the link is the customer. */
export const visitPageRoutes: Module = (root, platform) => {
  const {
    database: { db },
    settings,
    now,
    log,
  } = platform;
  const write = customerPages(platform);
  const at = () => new Date(now());

  function count(line: string, bucket: Bucket) {
    return inTurn(line, () => transaction(db, (db) => takeHits(db, [bucket], at())));
  }

  /** Guesses are counted, and nobody learns from the answer whether a page ever was. */
  async function find(request: FastifyRequest): Promise<OpenVisitLink> {
    const link = await findVisitLink(db, tokenOf(request), at());
    if (link) {
      await count(link.id, { limit: visitPageLimits.readsPerLink, key: link.id });
      return link;
    }
    const network = networkOf(request.ip);
    await count(network, { limit: perNetwork(visitPageLimits.wrongPerNetwork, settings), key: network });
    throw new Failure('notFound');
  }

  /** Whether somebody of the business looks, who does not count as the customer. */
  async function isOfOffice(request: FastifyRequest, { account }: OpenVisitLink): Promise<boolean> {
    const token = readSessionToken(request, settings);
    const session = token === undefined ? undefined : await findSession(db, token, at());
    return session?.kind === 'user' && session.account === account;
  }

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const failure = toFailure(error, request.id);
    const { status } = answers[failure.answer];
    if (status >= 500) log.error({ id: request.id, err: error }, 'customer’s page');
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
    write(reply, status < 429 ? gonePage : laterPage(failure.message), status < 429 ? 404 : status);
  }

  serveCustomerScript(root);
  root.register(async (app) => {
    app.setErrorHandler(refuse);

    app.get('/v/:token', open, async (request, reply) => {
      const link = await find(request);
      const isOffice = await isOfOffice(request, link);
      const read = await withAccount(db, link.account, (db) => readVisitPage(db, link.visit, at()));
      const owner = await ownerOf(platform, link, read.row);
      if (!isOffice) await noteVisitLinkRead(db, link, at());
      return write(reply, pageOf({ ...read, owner, isOffice, path: pathOf(request) }));
    });

    app.get('/v/:token/visit.ics', open, async (request, reply) => {
      const link = await find(request);
      const read = await withAccount(db, link.account, (db) => readVisitPage(db, link.visit, at()));
      const text = calendarFile(read);
      if (text === undefined) throw new Failure('notFound');
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .header('content-disposition', 'attachment; filename="visit.ics"')
        .type('text/calendar; charset=utf-8')
        .send(text);
    });

    app.get('/v/:token/report.pdf', open, async (request, reply) => {
      const link = await find(request);
      const file = await reportFile(platform, link, at());
      if (file !== 'waiting') return sendPdf(reply, 'report.pdf', file);
      const { row } = await withAccount(db, link.account, (db) => readVisitPage(db, link.visit, at()));
      const owner = await ownerOf(platform, link, row);
      const path = pathOf(request);
      return write(reply.header('refresh', `2;url=${path}/report.pdf`), waitingPage(owner, path), 202);
    });
  });
};
