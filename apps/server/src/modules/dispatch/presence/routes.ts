import { LEASE_MS } from '@muster/domain/dispatch/presence/rules';
import { Holder, TabPresence } from '@muster/domain/dispatch/presence/schema';
import { nullable } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { takeHits, inTurn } from '../../../platform/limits.ts';
import { readUser, users } from '../../identity/users/service.ts';

/** Somebody who moves one visit after another and turns the pages meanwhile says something every second. */
const limit = { name: 'presence of', max: 240, perSeconds: 60 };

export const presenceRoutes: Module = (app, { database: { db }, presence, now }) => {
  app.post(
    '/services/scheduling/api/v1/presence',
    {
      config: { access: dispatchers, whenReadOnly: 'nothing is kept' },
      schema: {
        tags: ['Board'],
        summary: 'Share what you’re viewing, have open and hold on the board with colleagues',
        description: `Nothing is saved. It lasts while the session’s live stream is open; a hold ends ${LEASE_MS / 1000} seconds after it was last renewed. First come, first served: \`holder\` names anyone already holding the visit.`,
        body: TabPresence,
        response: { 200: envelope(Type.Object({ holder: nullable(Holder) })) },
      },
    },
    async ({ session, body }) => {
      if (session?.kind !== 'user')
        throw new Failure('forbidden', 'API keys can’t appear on the board. Sign in as a user.');
      const { account, user, id } = session;
      const name = await inTurn(id, () =>
        withAccount(db, account, async (db) => {
          await takeHits(db, [{ limit, key: id }], new Date(now()));
          return users.label(await readUser(db, user));
        }),
      );
      const holder = await presence.say(account, { session: id, user_id: user, name }, body);
      return done({ holder: holder ? { user_id: holder.user_id, name: holder.name } : null });
    },
  );
};
