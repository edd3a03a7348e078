import { sql } from 'kysely';
import { Type } from 'typebox';
import type { App, Platform } from '../../deps.ts';
import { done, envelope } from '../answers/envelope.ts';
import { unavailable } from '../answers/errors.ts';

const RETRY_SECONDS = 1;

const state = envelope(Type.Object({ status: Type.String() }));

/** Tells a monitor or a load balancer whether the process lives, and whether it can serve requests. */
export function reportHealth(app: App, { database }: Platform): void {
  let isClosing = false;
  app.addHook('preClose', (next) => {
    isClosing = true;
    next();
  });

  app.get(
    '/healthz',
    {
      config: { access: 'public', offline: true },
      schema: {
        tags: ['Operations'],
        summary: 'Check that the process is running',
        response: { 200: state },
      },
    },
    () => done({ status: 'alive' }),
  );

  app.get(
    '/readyz',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Operations'],
        summary: 'Check that it can serve: the database answers, has its schema and accepts writes',
        response: { 200: state },
      },
    },
    async () => {
      if (isClosing) throw unavailable(RETRY_SECONDS);
      const found = await sql<{ ok: boolean }>`
        select to_regclass('outbox') is not null and to_regclass('sessions') is not null as ok`.execute(
        database.db,
      );
      if (!found.rows[0]?.ok) throw unavailable(RETRY_SECONDS, 'The database has no schema yet.');
      if (!(await database.takesWrites())) throw unavailable(RETRY_SECONDS, 'The database is full.');
      return done({ status: 'ready' });
    },
  );
}
