import { Saved } from '@muster/domain/basics/changes/schema';
import {
  CardService,
  CardServiceRecord,
  NewCardService,
  SigningSecret,
} from '@muster/domain/money/card-services/schema';
import { nullable } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import { type Command, outcomeOf, runCommand } from '../../../platform/changes/command.ts';
import { commandOf, commandRoute, owners, reading } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { keyed } from '../../../platform/sign-in/secret.ts';
import { askStripe } from '../../../platform/stripe.ts';
import {
  cardLine,
  cardRecord,
  cardServiceOf,
  connectCards,
  dropEndpoint,
  readyKey,
  sessionsEnd,
  setSigning,
} from './service.ts';

const base = '/services/payments/api/v1/service';
const tags = ['Card payments'];

/** The Stripe account that customers of a business pay into. */
export const cardServiceRoutes: Module = (app, platform) => {
  const {
    database: { db, keys, secret },
    now,
    settings,
  } = platform;
  const read = reading(db);

  app.get(
    base,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'Get the Stripe account that customers pay into',
        response: {
          200: envelope(Type.Object({ row: nullable(CardServiceRecord), change: Type.Integer() })),
        },
      },
    },
    (request) => read(request, async (db) => ({ row: await cardRecord(db, platform, accountOf(request)) })),
  );

  app.post(
    base,
    commandRoute(owners, {
      tags,
      summary: 'Connect a Stripe account with a restricted key, or put another key in its place',
      description:
        'The key is tried at once: what will be read is read, and a page to pay on is opened and ended. What customers may be paying on is ended first.',
      body: NewCardService,
      answer: Saved(CardService),
    }),
    async (request) => {
      const { key, is_other_account = false } = request.body;
      const command = withoutSecret(request, 'card service connected', key);
      const { account } = command;
      const before = await withAccount(db, account, (db) => outcomeOf<CardService>(db, command));
      if (before) return done({ row: before.answer, change: before.number, made: before.made });
      const ready = await readyKey(platform, key.trim());
      const old = await withAccount(db, account, async (db) => ({
        service: await cardServiceOf(db),
        line: await cardLine(db, platform, account),
      }));
      const isOther = old.service !== undefined && old.service.stripe_account !== ready.stripe_account;
      const isSame = !isOther && old.service?.is_test === ready.is_test;
      if (isOther && !is_other_account)
        throw new Failure(
          'conflict',
          `This key is of another Stripe account: ${ready.name || ready.stripe_account}, not ${old.service!.name || old.service!.stripe_account}. Customers would pay into that one from now on. What was paid before stays where it is, and is refunded at Stripe. To change over, confirm it.`,
          { data: { other_account: ready.stripe_account } },
        );
      const ask = askStripe({ url: settings.STRIPE_URL, key: ready.secrets.key });
      if (old.service) await sessionsEnd.run(platform, account, isSame ? ask : undefined);
      const { answer, number, made } = await runCommand(db, command, (write) =>
        connectCards(write, keys, account, ready),
      );
      if (answer.endpoint !== ready.endpoint) await dropEndpoint(ask, ready.endpoint);
      else if (old.line) await dropEndpoint(old.line.ask, old.line.service.endpoint);
      return done({ row: answer, change: number, made });
    },
  );

  app.post(
    `${base}/signing-secret`,
    commandRoute(owners, {
      tags,
      summary: 'Enter the signing secret of an endpoint that you made at Stripe, or take it away',
      body: SigningSecret,
      answer: Saved(CardService),
    }),
    async (request) => {
      const command = withoutSecret(request, 'card service changed', request.body.secret);
      const { answer, number, made } = await runCommand(db, command, (write) =>
        setSigning(write, keys, command.account, request.body.secret),
      );
      return done({ row: answer, change: number, made });
    },
  );

  /** What a command was asked for is kept as a hash, which no secret that can be guessed must be in. */
  function withoutSecret(request: FastifyRequest, kind: ChangeKind, text: string): Command {
    const command = commandOf(request, now, kind);
    return { ...command, body: keyed(secret, `secret of a card service:${text}`).toString('base64url') };
  }
};
