import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import { BankDetails, BankDetailsEdit } from '@muster/domain/money/bank-details/schema';
import type { FastifyRequest } from 'fastify';
import { type Command, runCommand } from '../../../platform/changes/command.ts';
import { commandOf, commandRoute, owners, readingLive } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, sessionOf } from '../../../platform/sign-in/access.ts';
import { browserOf } from '../../../platform/sign-in/browser.ts';
import { keyed } from '../../../platform/sign-in/secret.ts';
import { changeBankDetails, provePassword, readBankDetails } from './service.ts';

const url = '/services/scheduling/api/v1/bank-details';
const tags = ['Invoices'];

export const bankDetailRoutes: Module = (app, platform) => {
  const {
    database: { db, secret },
    now,
    settings,
  } = platform;
  const read = readingLive(db);

  app.get(
    url,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'Get the bank details that invoices ask customers to pay to',
        response: { 200: envelope(Shown(BankDetails)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await readBankDetails(db, accountOf(request)) })),
  );

  app.put(
    url,
    commandRoute(owners, {
      tags,
      summary: 'Change the bank details on invoices, with your own password',
      description:
        'Every owner is told by email. Invoices that are still to be paid show the new details from then on, on their page, their paper and in reminders; settled ones keep those they were issued with. All fields empty: invoices show none.',
      body: BankDetailsEdit,
      answer: Saved(BankDetails),
    }),
    async (request) => {
      const { current_password, ...details } = request.body;
      await provePassword(platform, sessionOf(request), current_password, browserOf(request, settings));
      const command = withoutPassword(request);
      const { answer, number, made } = await runCommand(db, command, (write) =>
        changeBankDetails(write, command.account, details),
      );
      return done({ row: answer, change: number, made });
    },
  );

  /** What a command was asked for is kept as a hash, which a password that can be guessed must not be in. */
  function withoutPassword(request: FastifyRequest<{ Body: BankDetailsEdit }>): Command {
    const { current_password, ...body } = request.body;
    const hidden = keyed(secret, `password for bank details:${current_password}`).toString('base64url');
    const command = commandOf(request, now, 'bank details changed');
    return { ...command, scenario: null, body: { ...body, password: hidden } };
  }
};
