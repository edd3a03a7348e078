import { Enquiry, EnquiryReceipt, Industry, RefusedEnquiry } from '@muster/domain/sales/enquiries/schema';
import { Type } from 'typebox';
import { networkOf } from '../../../platform/http/edge/client-network.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { idempotencyHeaders, idempotently } from '../../../platform/http/requests/idempotency.ts';
import { inTurn } from '../../../platform/limits.ts';
import { submitEnquiry } from './service.ts';
import { listIndustries } from './store.ts';

const base = '/services/subscription/api/v1';
const tags = ['Subscription'];

/** The page sends it if the field that people do not see was filled in. */
const CHECK_HEADER = 'x-form-check';

/** Where the page was opened from; beside the form, whose fields the specification has. */
const CAMPAIGN_HEADER = 'x-campaign';
const LONGEST_CAMPAIGN = 100;

/** Nobody is refused because of it: what cannot be read is left out. */
function campaignIn(header: string | string[] | undefined): string {
  try {
    const text = decodeURIComponent(typeof header === 'string' ? header : '');
    const plain = text.replaceAll(/\p{C}/gu, '').trim();
    return Array.from(plain).slice(0, LONGEST_CAMPAIGN).join('');
  } catch {
    return '';
  }
}

export const enquiries: Module = (app, platform) => {
  const { database } = platform;

  app.get(
    `${base}/industries`,
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'List industries',
        response: { 200: envelope(Type.Array(Industry)) },
      },
    },
    async () => done(await listIndustries(database.db)),
  );

  app.post(
    `${base}/enquiries/store`,
    {
      // The limit of a network is counted where the enquiry is stored, so that a repeated request does not count.
      config: { access: 'public', idempotent: true },
      schema: {
        tags,
        summary: 'Send an enquiry',
        description:
          'Saves the enquiry, confirms it by email and notifies our sales team. If something needs correcting, the code is 801 and the answer names the field and the problem. Limited to ten an hour from one network.',
        headers: idempotencyHeaders,
        body: Enquiry,
        response: { 200: envelope(Type.Union([EnquiryReceipt, RefusedEnquiry])) },
      },
    },
    (request, reply) => {
      const sender = {
        network: networkOf(request.ip),
        isSuspicious: request.headers[CHECK_HEADER] === 'filled',
        campaign: campaignIn(request.headers[CAMPAIGN_HEADER]),
      };
      return inTurn(sender.network, () =>
        idempotently(database, request, reply, (db) => submitEnquiry(db, platform, request.body, sender)),
      );
    },
  );
};
