import { Type } from 'typebox';
import { Plan } from '@muster/domain/identity/plans/schema';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { listPlans } from './store.ts';

export const plans: Module = (app, { database }) => {
  app.get(
    '/services/subscription/api/v1/plans',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Subscription'],
        summary: 'List the plans, smallest first',
        response: { 200: envelope(Type.Array(Plan)) },
      },
    },
    async () => done(await listPlans(database.db)),
  );
};
