import { Type } from 'typebox';
import { Industry } from '@muster/domain/enquiries/schema';
import type { Module } from '../../platform/deps.ts';
import { done, envelope } from '../../platform/envelope.ts';
import { listIndustries } from './store.ts';

export const enquiries: Module = (app, { database }) => {
  app.get(
    '/services/subscription/api/v1/industries',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Subscription'],
        summary: 'The trades an enquiry can come from',
        response: { 200: envelope(Type.Array(Industry)) },
      },
    },
    async () => done(await listIndustries(database.db)),
  );
};
