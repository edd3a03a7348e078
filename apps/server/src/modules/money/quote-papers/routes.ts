import { quoteFileName } from '@muster/domain/money/quote-papers/words';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { isPermitted } from '@muster/domain/values/role';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { pdfAnswer, sendPdf } from '../../../platform/pdf.ts';
import { accountOf, callerOf } from '../../../platform/sign-in/access.ts';
import { addressOfLink } from '../../../platform/site/public-address.ts';
import { mailedPaperLink } from '../paper-links/service.ts';
import { readQuote } from '../quotes/service.ts';
import { drawQuote, printedQuote } from './service.ts';

export const quotePaperRoutes: Module = (app, platform) => {
  app.get(
    '/services/scheduling/api/v1/quotes/:id/quote.pdf',
    {
      config: { access: moneyDrafters },
      exposeHeadRoute: false,
      schema: {
        tags: ['Quotes'],
        summary: 'Get a version of a quote as a PDF',
        description: 'A draft has “Draft” across it. Of what is accepted, it says what was chosen.',
        params: Type.Object({ id: Id }),
        response: { 200: pdfAnswer, 404: envelope(Type.Null()), 409: envelope(Type.Null()) },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const { id } = request.params;
      const { db, keys } = platform.database;
      const { quote, link } = await withAccount(db, account, async (db) => {
        const row = await readQuote(db, id);
        if (row.is_template) throw new Failure('conflict', 'A template has no PDF. Start a quote from it.');
        // Whoever has the link can accept, and whoever only prepares drafts decides for nobody.
        const hasLink = row.state === 'sent' && isPermitted(moneyKeepers, callerOf(request));
        const link = hasLink ? await mailedPaperLink(db, keys, 'quote', id) : null;
        return { quote: await printedQuote(db, row), link };
      });
      const page = link && addressOfLink(platform, link);
      return sendPdf(reply, quoteFileName(quote), await drawQuote(platform, account, quote, page));
    },
  );
};
