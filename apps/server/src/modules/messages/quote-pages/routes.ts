import { MadeInvoiceLink } from '@muster/domain/messages/invoice-letters/schema';
import { quoteFileName } from '@muster/domain/money/quote-papers/words';
import { choiceProblem, usualChoice } from '@muster/domain/money/quotes/rules';
import { answers } from '@muster/domain/values/answer';
import { Id } from '@muster/domain/values/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { runCommand } from '../../../platform/changes/command.ts';
import { commandOf, commandRoute, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { done } from '../../../platform/http/answers/envelope.ts';
import { Failure, toFailure } from '../../../platform/http/answers/errors.ts';
import { type FormBody, takeForms } from '../../../platform/http/requests/form-body.ts';
import { quotePageLimits } from '../../../platform/limit-table.ts';
import { sendPdf } from '../../../platform/pdf.ts';
import { addressOfLink, publicAddress } from '../../../platform/site/public-address.ts';
import {
  mailedPaperLink,
  notePaperLinkRead,
  type OpenPaperLink,
  paperFormToken,
  readPaperFormToken,
} from '../../money/paper-links/service.ts';
import { drawQuote } from '../../money/quote-papers/service.ts';
import { noteQuoteSeen, readQuote } from '../../money/quotes/service.ts';
import { openPage, paperPages } from '../paper-pages/service.ts';
import { choiceIn, ownerOfQuote, quoteForms, readQuotePage, takeQuoteAnswer } from './service.ts';
import { quotePageOf, type ShownQuotePage } from './templates.ts';

/** `/q/…`: what a customer sees of a quote, and answers. No sign-in: whoever has the link is the customer. */
export const quotePageRoutes: Module = (root, platform) => {
  const {
    database: { db, keys },
    settings,
    now,
  } = platform;
  const pages = paperPages(platform, 'quote', quotePageLimits);
  const { write, at, count, pathOf, find, isOfOffice } = pages;

  root.post(
    '/services/scheduling/api/v1/quotes/:id/page/link',
    commandRoute(moneyKeepers, {
      tags: ['Quotes'],
      summary: 'Get the link to the customer’s page of a quote that was sent',
      description:
        'Made if there’s none. The page needs no sign-in. The address isn’t stored: ask again when you need it.',
      params: Type.Object({ id: Id }),
      answer: MadeInvoiceLink,
    }),
    async (request) => {
      const command = { ...commandOf(request, now, 'quote link made'), scenario: null };
      const { id } = request.params;
      const { answer, number, made } = await runCommand(db, command, async (write) => {
        const { state } = await readQuote(write.db, id);
        if (state === 'draft') throw new Failure('conflict', 'Send it first: a draft has no page.');
        return mailedPaperLink(write.db, keys, 'quote', id);
      });
      return done({ address: addressOfLink(platform, answer), change: number, made });
    },
  );

  /** The page as it stands, with what came of a form. */
  async function shown(
    request: FastifyRequest,
    link: OpenPaperLink,
    {
      fields = {},
      ...more
    }: { fields?: Readonly<Record<string, string>> } & Partial<Pick<ShownQuotePage, 'done' | 'refused'>> = {},
  ): Promise<ShownQuotePage> {
    const read = await withAccount(db, link.account, (db) => readQuotePage(platform, db, link.paper, at()));
    const wanted = choiceIn(fields);
    const fits = choiceProblem(read.quote, wanted) === undefined;
    return {
      ...read,
      done: undefined,
      refused: undefined,
      ...more,
      choice: read.quote.choice ?? (fits ? wanted : withoutStrays(read.quote, wanted)),
      owner: await ownerOfQuote(platform, link, read.quote),
      isOffice: await isOfOffice(request, link),
      path: pathOf(request),
      tokenOf: (form) => paperFormToken(keys, link, form),
    };
  }

  async function noteOpened(link: OpenPaperLink): Promise<void> {
    if (await notePaperLinkRead(db, link, at()))
      await withAccount(db, link.account, (db) => noteQuoteSeen(db, link.paper, at()));
  }

  root.register(async (app) => {
    app.setErrorHandler(pages.refuse);
    takeForms(app);

    app.get('/q/:token', openPage, async (request, reply) => {
      const link = await find(request);
      await count(link.id, quotePageLimits.readsPerLink);
      const { done, ...fields } = request.query as Record<string, string>;
      const page = await shown(request, link, { done: typeof done === 'string' ? done : undefined, fields });
      if (!page.isOffice) await noteOpened(link);
      return write(reply, quotePageOf(page));
    });

    app.get('/q/:token/quote.pdf', openPage, async (request, reply) => {
      const link = await find(request);
      await count(link.id, quotePageLimits.papersPerLink);
      const { quote } = await withAccount(db, link.account, (db) =>
        readQuotePage(platform, db, link.paper, at()),
      );
      const page = `${publicAddress(settings)}${pathOf(request)}`;
      const document = await drawQuote(platform, link.account, quote, page);
      if (!(await isOfOffice(request, link))) await noteOpened(link);
      reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
      return sendPdf(reply, quoteFileName(quote), document);
    });

    /** What is chosen goes into the address, so that the page can be read again and says the same. */
    app.post(
      '/q/:token/choose',
      {
        config: {
          access: 'public',
          idempotent: 'it changes nothing',
          ownToken: 'it changes nothing',
        },
        schema: { hide: true, params: openPage.schema.params },
      },
      async (request, reply) => {
        await find(request);
        const { option_id, extras } = choiceIn((request.body as FormBody).fields);
        const chosen = new URLSearchParams([
          ...(option_id === null ? [] : [['option', option_id]]),
          ...extras.map((id) => [`extra.${id}`, '1']),
        ]);
        return reply.redirect(`${pathOf(request)}?${chosen.toString()}#accept`, 303);
      },
    );

    for (const form of quoteForms)
      app.post(
        `/q/:token/${form}`,
        {
          config: {
            access: 'public',
            idempotent: 'its form has a token, by which it is done once',
            ownToken: 'its form has one, which only whoever has the link gets',
          },
          schema: { hide: true, params: openPage.schema.params },
        },
        async (request, reply) => {
          const link = await find(request);
          await count(link.id, quotePageLimits.answersPerLink);
          const { fields } = request.body as FormBody;
          const again = (text: string, status: number): Promise<FastifyReply> =>
            shown(request, link, { fields, refused: { form, text, typed: fields } }).then((page) =>
              write(reply, quotePageOf(page), status),
            );
          if (await isOfOffice(request, link))
            return again('You’re signed in as the office, so nothing was sent.', 403);
          const id = readPaperFormToken(keys, link, { form, token: fields['form'] ?? '' });
          if (id === undefined)
            return again('We couldn’t send that: the page was open for too long. Please send it again.', 422);
          const { form: _, ...typed } = fields;
          try {
            await takeQuoteAnswer(platform, link, { form, id, fields: typed }, at());
          } catch (error) {
            const failure = toFailure(error, request.id);
            const { status } = answers[failure.answer];
            if (status < 400 || status >= 500) throw error;
            return again(failure.answer === 'keyReused' ? 'That was sent already.' : failure.message, status);
          }
          return reply.redirect(`${pathOf(request)}?done=${form}`, 303);
        },
      );
  });
};

/** As much of a choice as fits: an extra of another option is left out. */
function withoutStrays(
  quote: ShownQuotePage['quote'],
  { option_id, extras }: ShownQuotePage['choice'],
): ShownQuotePage['choice'] {
  const option = quote.options.some(({ id }) => id === option_id) ? option_id : usualChoice(quote).option_id;
  const fitting = extras.filter(
    (id) => choiceProblem(quote, { option_id: option, extras: [id] }) === undefined,
  );
  return { option_id: option, extras: fitting };
}
