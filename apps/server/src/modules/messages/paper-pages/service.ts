import { answers } from '@muster/domain/values/answer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Platform } from '../../../platform/deps.ts';
import { Failure, toFailure } from '../../../platform/http/answers/errors.ts';
import { networkOf } from '../../../platform/http/edge/client-network.ts';
import type { Limit } from '../../../platform/limit-table.ts';
import { inTurn, perNetwork, takeHits } from '../../../platform/limits.ts';
import { findSession, readSessionToken } from '../../../platform/sign-in/session.ts';
import { type CustomerPage, customerPages, laterPage } from '../../../platform/site/customer-page.ts';
import { pagePath } from '../../../platform/site/public-address.ts';
import { findPaperLink, type LinkedPaper, type OpenPaperLink } from '../../money/paper-links/service.ts';

/** A page that is read without a sign-in. */
export const openPage = {
  config: { access: 'public' as const },
  // Whoever only asks whether the page is there has not opened it.
  exposeHeadRoute: false,
  schema: { hide: true, params: Type.Object({ token: Type.String() }) },
};

/** What pages of invoices and of quotes have in common: who may see them, how often, and what everybody else is told. */
export function paperPages(
  platform: Platform,
  kind: LinkedPaper,
  { wrongPerNetwork }: { readonly wrongPerNetwork: Limit },
) {
  const {
    database: { db },
    settings,
    now,
    log,
  } = platform;
  const write = customerPages(platform);
  const at = () => new Date(now());

  function count(line: string, limit: Limit) {
    return inTurn(line, () => transaction(db, (db) => takeHits(db, [{ limit, key: line }], at())));
  }

  function pathOf({ params }: FastifyRequest): string {
    return `${pagePath(kind)}${(params as { token: string }).token}`;
  }

  /** Guesses are counted, and nobody learns from the answer whether a page ever was. */
  async function find({ params, ip }: FastifyRequest): Promise<OpenPaperLink> {
    const link = await findPaperLink(db, kind, (params as { token: string }).token);
    if (link) return link;
    await count(networkOf(ip), perNetwork(wrongPerNetwork, settings));
    throw new Failure('notFound');
  }

  /** Whether somebody of the business looks, who does not count as the customer. */
  async function isOfOffice(
    request: FastifyRequest,
    { account }: Pick<OpenPaperLink, 'account'>,
  ): Promise<boolean> {
    const token = readSessionToken(request, settings);
    const session = token === undefined ? undefined : await findSession(db, token, at());
    return session?.kind === 'user' && session.account === account;
  }

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const failure = toFailure(error, request.id);
    const { status } = answers[failure.answer];
    if (status >= 500) log.error({ id: request.id, err: error }, `page of a ${kind}`);
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
    if (status < 429) write(reply, goneThere, 404);
    else write(reply, laterPage(failure.message), status);
  }

  return { write, at, count, pathOf, find, isOfOffice, refuse };
}

/** The same for whatever has no page: an address that never was, one that was taken away, one that is over. */
const goneThere: CustomerPage = {
  title: 'This page isn’t available',
  owner: null,
  main: `<section class="card"><h1>This page isn’t available</h1>
<p>The link may be incomplete, or the page may have ended. Check the address in your message, or contact the business that sent it.</p></section>`,
};
