import { isOwed, paperFileName } from '@muster/domain/money/invoice-papers/words';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { moneyDrafters } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { pdfAnswer, sendPdf } from '../../../platform/pdf.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { addressOfLink } from '../../../platform/site/public-address.ts';
import { mailedPaperLink } from '../paper-links/service.ts';
import { drawInvoice, printedInvoice } from './service.ts';

export const invoicePaperRoutes: Module = (app, platform) => {
  app.get(
    '/services/scheduling/api/v1/invoices/:id/invoice.pdf',
    {
      config: { access: moneyDrafters },
      exposeHeadRoute: false,
      schema: {
        tags: ['Invoices'],
        summary: 'Get an invoice or a credit note as a PDF',
        description: 'A draft has “Draft” across it. Of what is issued, it says what is paid by now.',
        params: Type.Object({ id: Id }),
        response: { 200: pdfAnswer, 404: envelope(Type.Null()) },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const { id } = request.params;
      const { db, keys } = platform.database;
      const { invoice, link } = await withAccount(db, account, async (db) => {
        const invoice = await printedInvoice(db, id);
        return { invoice, link: isOwed(invoice) ? await mailedPaperLink(db, keys, 'invoice', id) : null };
      });
      const page = link && addressOfLink(platform, link);
      return sendPdf(reply, paperFileName(invoice), await drawInvoice(platform, account, invoice, page));
    },
  );
};
