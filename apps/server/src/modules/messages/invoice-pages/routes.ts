import { MadeInvoiceLink } from '@muster/domain/messages/invoice-letters/schema';
import { paperFileName } from '@muster/domain/money/invoice-papers/words';
import { answers } from '@muster/domain/values/answer';
import { Id } from '@muster/domain/values/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { commandOf, commandRoute, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Module } from '../../../platform/deps.ts';
import { done } from '../../../platform/http/answers/envelope.ts';
import { Failure, toFailure } from '../../../platform/http/answers/errors.ts';
import { networkOf } from '../../../platform/http/edge/client-network.ts';
import { type FormBody, takeForms } from '../../../platform/http/requests/form-body.ts';
import { invoicePageLimits, type Limit } from '../../../platform/limit-table.ts';
import { inTurn, perNetwork, takeHits } from '../../../platform/limits.ts';
import { sendPdf } from '../../../platform/pdf.ts';
import { findSession, readSessionToken } from '../../../platform/sign-in/session.ts';
import { customerPages, laterPage } from '../../../platform/site/customer-page.ts';
import { addressOfLink, pagePath, publicAddress } from '../../../platform/site/public-address.ts';
import { payByCard, wakeForInvoice } from '../../money/card-payments/service.ts';
import { drawInvoice } from '../../money/invoice-papers/service.ts';
import { noteSeen, readInvoice } from '../../money/invoices/service.ts';
import {
  findInvoiceLink,
  mailedInvoiceLink,
  noteInvoiceLinkRead,
  type OpenInvoiceLink,
} from '../../money/invoice-links/service.ts';
import { ownerOf, readInvoicePage } from './service.ts';
import { cardCame, goneInvoicePage, invoicePageOf, isAwaited } from './templates.ts';

const open = {
  config: { access: 'public' as const },
  // Whoever only asks whether the page is there has not opened it.
  exposeHeadRoute: false,
  schema: { hide: true, params: Type.Object({ token: Type.String() }) },
};

/** Long enough for whoever reads it, and short enough for somebody who waits. */
const ASK_AGAIN_SECONDS = 4;

function tokenOf({ params }: FastifyRequest): string {
  return (params as { token: string }).token;
}

function pathOf(request: FastifyRequest): string {
  return `${pagePath('invoice')}${tokenOf(request)}`;
}

/** `/i/…`: what a customer sees of an invoice. No sign-in: whoever has the link is the customer. */
export const invoicePageRoutes: Module = (root, platform) => {
  const {
    database: { db, keys },
    settings,
    now,
    log,
  } = platform;
  const write = customerPages(platform);
  const at = () => new Date(now());
  const checkout = settings.STRIPE_CHECKOUT_URL;

  root.post(
    '/services/scheduling/api/v1/invoices/:id/page/link',
    commandRoute(moneyKeepers, {
      tags: ['Invoices'],
      summary: 'Get the link to the customer’s page of an issued invoice',
      description:
        'Made if there’s none. The page needs no sign-in. The address isn’t stored: ask again when you need it.',
      params: Type.Object({ id: Id }),
      answer: MadeInvoiceLink,
    }),
    async (request) => {
      const command = { ...commandOf(request, now, 'invoice link made'), scenario: null };
      const { id } = request.params;
      const { answer, number, made } = await runCommand(db, command, async (write) => {
        const { state } = await readInvoice(write.db, id);
        if (state === 'draft') throw new Failure('conflict', 'Issue it first: a draft has no page.');
        return mailedInvoiceLink(write.db, keys, id);
      });
      return done({ address: addressOfLink(platform, answer), change: number, made });
    },
  );

  function count(line: string, limit: Limit) {
    return inTurn(line, () => transaction(db, (db) => takeHits(db, [{ limit, key: line }], at())));
  }

  /** Guesses are counted, and nobody learns from the answer whether a page ever was. */
  async function find(request: FastifyRequest): Promise<OpenInvoiceLink> {
    const link = await findInvoiceLink(db, tokenOf(request));
    if (link) return link;
    await count(networkOf(request.ip), perNetwork(invoicePageLimits.wrongPerNetwork, settings));
    throw new Failure('notFound');
  }

  /** Whether somebody of the business looks, who does not count as the customer. */
  async function isOfOffice(request: FastifyRequest, { account }: OpenInvoiceLink): Promise<boolean> {
    const token = readSessionToken(request, settings);
    const session = token === undefined ? undefined : await findSession(db, token, at());
    return session?.kind === 'user' && session.account === account;
  }

  async function noteOpened(link: OpenInvoiceLink): Promise<void> {
    if (await noteInvoiceLinkRead(db, link, at()))
      await withAccount(db, link.account, (db) => noteSeen(db, link.invoice, at()));
  }

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const failure = toFailure(error, request.id);
    const { status } = answers[failure.answer];
    if (status >= 500) log.error({ id: request.id, err: error }, 'page of an invoice');
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
    if (status < 429) write(reply, goneInvoicePage, 404);
    else write(reply, laterPage(failure.message), status);
  }

  root.register(async (app) => {
    app.setErrorHandler(refuse);
    takeForms(app);

    app.get('/i/:token', open, async (request, reply) => {
      const link = await find(request);
      await count(link.id, invoicePageLimits.readsPerLink);
      const isOffice = await isOfOffice(request, link);
      const read = await withAccount(db, link.account, (db) => readInvoicePage(db, link.invoice, at()));
      const owner = await ownerOf(platform, link, read.invoice);
      if (!isOffice) await noteOpened(link);
      const { card } = request.query as { card?: unknown };
      const came = cardCame.find((known) => known === card);
      const page = { ...read, owner, isOffice, path: pathOf(request), came, checkout };
      if (isAwaited(page)) {
        await wakeForInvoice(platform, link.account, link.invoice);
        reply.header('refresh', `${ASK_AGAIN_SECONDS};url=${page.path}?card=done`);
      }
      return write(reply, invoicePageOf(page));
    });

    app.post(
      '/i/:token/pay',
      {
        config: {
          access: 'public',
          idempotent: 'an invoice has one page to pay on at a time',
          ownToken: 'it opens a page to pay on, and changes nothing',
        },
        schema: { hide: true, params: open.schema.params },
      },
      async (request, reply) => {
        const link = await find(request);
        await count(link.id, invoicePageLimits.paysPerLink);
        const path = pathOf(request);
        const { amount = '' } = (request.body as FormBody | undefined)?.fields ?? {};
        const step = await payByCard(platform, link.account, {
          invoice: link.invoice,
          seen: Number(amount),
          returnTo: `${publicAddress(settings)}${path}`,
        });
        return reply.redirect('to' in step ? step.to : `${path}?card=${step.said}`, 303);
      },
    );

    app.get('/i/:token/invoice.pdf', open, async (request, reply) => {
      const link = await find(request);
      await count(link.id, invoicePageLimits.papersPerLink);
      const { invoice } = await withAccount(db, link.account, (db) =>
        readInvoicePage(db, link.invoice, at()),
      );
      const document = await drawInvoice(
        platform,
        link.account,
        invoice,
        `${publicAddress(settings)}${pagePath('invoice')}${tokenOf(request)}`,
      );
      if (!(await isOfOffice(request, link))) await noteOpened(link);
      reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
      return sendPdf(reply, paperFileName(invoice), document);
    });
  });
};
