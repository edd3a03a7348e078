import type { EnquiryInput } from '@muster/domain/sales/enquiries/rules';
import { api, verdict } from '../../../lib/api/api.ts';

export type Industry = NonNullable<Awaited<ReturnType<typeof loadIndustries>>['data']>[number];

export function loadIndustries() {
  return verdict(api.GET('/services/subscription/api/v1/industries'));
}

/** Sent again with the same key, it is stored once. The decoy, and what led here, are told beside the enquiry, never in it. */
export function sendEnquiry(body: EnquiryInput, key: string, isDecoyFilled: boolean) {
  const params = { header: { 'idempotency-key': key } };
  const campaign = new URLSearchParams(location.search).get('campaign');
  const headers = {
    ...(isDecoyFilled && { 'X-Form-Check': 'filled' }),
    ...(campaign && { 'X-Campaign': encodeURIComponent(Array.from(campaign).slice(0, 100).join('')) }),
  };
  return verdict(api.POST('/services/subscription/api/v1/enquiries/store', { body, params, headers }));
}
