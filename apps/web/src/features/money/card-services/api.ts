import type { NewCardService } from '@muster/domain/money/card-services/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { keyed } from '../../../lib/api/command.ts';

const base = '/services/payments/api/v1/service';

export type CardServiceRow = NonNullable<Awaited<ReturnType<typeof loadCardService>>['row']>;

/** The Stripe account that customers pay into; null: none. */
export const cardServiceQuery = {
  queryKey: ['card service'],
  queryFn: loadCardService,
  meta: { tables: ['card_services'] },
};

function loadCardService() {
  return answer(api.GET(base));
}

export function connectCards(body: NewCardService, key: string) {
  return answer(api.POST(base, { params: keyed(key), body }));
}

export function setSigningSecret(secret: string, key: string) {
  return answer(api.POST(`${base}/signing-secret`, { params: keyed(key), body: { secret } }));
}
