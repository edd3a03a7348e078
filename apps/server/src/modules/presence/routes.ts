import { nullable } from '@muster/domain/changes/schema';
import { LEASE_MS } from '@muster/domain/presence/rules';
import { Holder, TabPresence } from '@muster/domain/presence/schema';
import { Type } from 'typebox';
import { dispatchers } from '../../platform/changes/from-request.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Module } from '../../platform/deps.ts';
import { done, envelope } from '../../platform/http/envelope.ts';
import { Failure } from '../../platform/http/errors.ts';
import { takeHits } from '../../platform/limits/hits.ts';
import { inTurn } from '../../platform/limits/turns.ts';
import { readUser, users } from '../users/service.ts';

/** Somebody who moves one visit after another and turns the pages meanwhile says something every second. */
const limit = { name: 'presence of', max: 240, perSeconds: 60 };

export const presenceRoutes: Module = (app, { database: { db }, presence, now }) => {
  app.post(
    '/services/scheduling/api/v1/presence',
    {
      config: { access: dispatchers },
      schema: {
        tags: ['Board'],
        summary: 'What somebody looks at on the board, has open and holds: for their colleagues to see',
        description: `Kept nowhere. It lasts while the stream of the session is open, and a hold for ${LEASE_MS / 1000} seconds after it was last said. First come, first held: \`holder\` is whoever else holds the visit already.`,
        body: TabPresence,
        response: { 200: envelope(Type.Object({ holder: nullable(Holder) })) },
      },
    },
    async ({ session, body }) => {
      if (session?.kind !== 'user') throw new Failure('forbidden', 'Only people are present, not programs.');
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
