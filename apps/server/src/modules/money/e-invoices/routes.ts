import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { moneyDrafters } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { eInvoiceOf } from './service.ts';

const xmlAnswer = { content: { 'application/xml': { schema: Type.Unsafe<string>({ type: 'string' }) } } };

/** What programs read of an invoice, as the Peppol network carries it; sending it takes somebody's access point. */
export const eInvoiceRoutes: Module = (app, { database: { db } }) => {
  app.get(
    '/services/scheduling/api/v1/invoices/:id/e-invoice.xml',
    {
      config: { access: moneyDrafters },
      exposeHeadRoute: false,
      schema: {
        tags: ['Invoices'],
        summary: 'Get an issued invoice or credit note as an e-invoice (Peppol PINT A-NZ)',
        params: Type.Object({ id: Id }),
        response: { 200: xmlAnswer, 404: envelope(Type.Null()), 409: envelope(Type.Null()) },
      },
    },
    async (request, reply) => {
      const { number, xml } = await withAccount(db, accountOf(request), (db) =>
        eInvoiceOf(db, request.params.id),
      );
      // A number may have been brought over from another program, with any letters in it.
      const name = number.replaceAll(/[^\w.-]/g, '_');
      reply.type('application/xml; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="${name}.xml"`);
      return reply.send(xml);
    },
  );
};
