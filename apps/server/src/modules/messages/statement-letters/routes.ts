import { Conflict, Saved, Shown } from '@muster/domain/basics/changes/schema';
import {
  InvoiceLetter,
  InvoiceLetterPreview,
  NewStatementLetter,
  StatementLetterQuery,
} from '@muster/domain/messages/invoice-letters/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  moneyKeepers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { previewAccountLetter, sendAccountLetter } from '../invoice-letters/service.ts';
import { letterWithStatement } from './service.ts';

const base = '/services/scheduling/api/v1/customers/:id/statement';
const tags = ['Payments'];
const params = Type.Object({ id: Id });

export const statementLetterRoutes: Module = (app, { database: { db }, now }) => {
  const read = readingLive(db);
  const save = savingLive(db, now);

  app.get(
    `${base}/letter`,
    {
      config: { access: moneyKeepers },
      schema: {
        tags,
        summary: 'See the email with a customer’s statement before it’s sent',
        params,
        querystring: StatementLetterQuery,
        response: {
          200: envelope(Shown(InvoiceLetterPreview)),
          404: envelope(Type.Null()),
          409: envelope(Conflict),
          422: envelope(Type.Null()),
        },
      },
    },
    (request) =>
      read(request, async (db) => {
        const letter = await letterWithStatement(db, request.params.id, request.query);
        const at = new Date(now());
        return { row: await previewAccountLetter(db, accountOf(request), letter, { ...request.query, at }) };
      }),
  );

  app.post(
    `${base}/letters`,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Email a customer their statement',
      description:
        'Repeat with the same Idempotency-Key until you get an answer: it’s only sent once. A new key sends it again.',
      params,
      body: NewStatementLetter,
      answer: Saved(InvoiceLetter),
    }),
    (request) =>
      save(request, 'statement sent', async (write) => {
        const letter = await letterWithStatement(write.db, request.params.id, request.body);
        return sendAccountLetter(write, accountOf(request), letter, request.body);
      }),
  );
};
