import { sql } from 'kysely';
import { Type } from 'typebox';
import { answers } from '@muster/domain/values/answer';
import type { App, Platform } from './deps.ts';
import { done, envelope } from './envelope.ts';
import { Failure } from './errors.ts';

const state = envelope(Type.Object({ status: Type.String() }));

/** For whatever watches the process: does it live, and may it be sent requests? */
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
      schema: { tags: ['Operations'], summary: 'Whether the process lives', response: { 200: state } },
    },
    () => done({ status: 'alive' }),
  );

  app.get(
    '/readyz',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Operations'],
        summary: 'Whether it can serve: the database answers and its schema is there',
        response: { 200: state },
      },
    },
    async () => {
      if (isClosing) throw new Failure('unavailable', answers.unavailable.meaning, 1);
      await sql`select 1 from schema_migrations limit 1`.execute(database.db);
      return done({ status: 'ready' });
    },
  );
}
