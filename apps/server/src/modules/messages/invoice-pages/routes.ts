import { MadeInvoiceLink } from '@muster/domain/messages/invoice-letters/schema';
import { paperFileName } from '@muster/domain/money/invoice-papers/words';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { commandOf, commandRoute, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { done } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { type FormBody, takeForms } from '../../../platform/http/requests/form-body.ts';
import { invoicePageLimits } from '../../../platform/limit-table.ts';
import { sendPdf } from '../../../platform/pdf.ts';
import { addressOfLink, publicAddress } from '../../../platform/site/public-address.ts';
import { payByCard, wakeForInvoice } from '../../money/card-payments/service.ts';
import { drawInvoice } from '../../money/invoice-papers/service.ts';
import { noteSeen, readInvoice } from '../../money/invoices/service.ts';
import { mailedPaperLink, notePaperLinkRead, type OpenPaperLink } from '../../money/paper-links/service.ts';
import { openPage, paperPages } from '../paper-pages/service.ts';
import { ownerOf, readInvoicePage } from './service.ts';
import { cardCame, invoicePageOf, isAwaited } from './templates.ts';

/** Long enough for whoever reads it, and short enough for somebody who waits. */
const ASK_AGAIN_SECONDS = 4;

/** `/i/…`: what a customer sees of an invoice. No sign-in: whoever has the link is the customer. */
export const invoicePageRoutes: Module = (root, platform) => {
  const {
    database: { db, keys },
    settings,
    now,
  } = platform;
  const pages = paperPages(platform, 'invoice', invoicePageLimits);
  const { write, at, count, pathOf, find, isOfOffice } = pages;
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
        return mailedPaperLink(write.db, keys, 'invoice', id);
      });
      return done({ address: addressOfLink(platform, answer), change: number, made });
    },
  );

  async function noteOpened(link: OpenPaperLink): Promise<void> {
    if (await notePaperLinkRead(db, link, at()))
      await withAccount(db, link.account, (db) => noteSeen(db, link.paper, at()));
  }

  root.register(async (app) => {
    app.setErrorHandler(pages.refuse);
    takeForms(app);

    app.get('/i/:token', openPage, async (request, reply) => {
      const link = await find(request);
      await count(link.id, invoicePageLimits.readsPerLink);
      const isOffice = await isOfOffice(request, link);
      const read = await withAccount(db, link.account, (db) => readInvoicePage(db, link.paper, at()));
      const owner = await ownerOf(platform, link, read.invoice);
      if (!isOffice) await noteOpened(link);
      const { card } = request.query as { card?: unknown };
      const came = cardCame.find((known) => known === card);
      const page = { ...read, owner, isOffice, path: pathOf(request), came, checkout };
      if (isAwaited(page)) {
        await wakeForInvoice(platform, link.account, link.paper);
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
        schema: { hide: true, params: openPage.schema.params },
      },
      async (request, reply) => {
        const link = await find(request);
        await count(link.id, invoicePageLimits.paysPerLink);
        const path = pathOf(request);
        const { amount = '' } = (request.body as FormBody | undefined)?.fields ?? {};
        const step = await payByCard(platform, link.account, {
          invoice: link.paper,
          seen: Number(amount),
          returnTo: `${publicAddress(settings)}${path}`,
        });
        return reply.redirect('to' in step ? step.to : `${path}?card=${step.said}`, 303);
      },
    );

    app.get('/i/:token/invoice.pdf', openPage, async (request, reply) => {
      const link = await find(request);
      await count(link.id, invoicePageLimits.papersPerLink);
      const { invoice } = await withAccount(db, link.account, (db) => readInvoicePage(db, link.paper, at()));
      const document = await drawInvoice(
        platform,
        link.account,
        invoice,
        `${publicAddress(settings)}${pathOf(request)}`,
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
