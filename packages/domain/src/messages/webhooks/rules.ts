import { DAY_MS } from '../../values/minutes.ts';
/** More than anybody has programs that listen. */
export const MOST_WEBHOOKS = 10;

/** A long weekend, and shorter than the queue goes on trying: then nobody looks after it, and the owner finds it stopped. */
const GIVEN_UP_MS = 3 * DAY_MS;
/** An answer that says no is tried a few times, because whoever gave it may be about to be repaired. */
const MOST_REFUSALS = 5;

export type Delivery = { readonly status: number } | { readonly error: string };

/** What follows from a try to deliver: go on, try again later, leave this one aside and go on, or stop altogether. */
export function afterDelivery(
  delivery: Delivery,
  { tries, failingSince, now }: { tries: number; failingSince: number; now: number },
): 'arrived' | 'retry' | 'set aside' | 'stop' {
  if ('status' in delivery && delivery.status >= 200 && delivery.status < 300) return 'arrived';
  if ('status' in delivery && delivery.status === 410) return 'stop';
  if (now - failingSince > GIVEN_UP_MS) return 'stop';
  return isRefusal(delivery) && tries >= MOST_REFUSALS ? 'set aside' : 'retry';
}

/** What went wrong, for a person to read. */
export function reasonOf(delivery: Delivery): string {
  if ('error' in delivery) return delivery.error;
  if (delivery.status >= 300 && delivery.status < 400)
    return `It answered with ${delivery.status}. Redirects aren’t followed.`;
  return `It answered with ${delivery.status}.`;
}

/** Whoever answers so has understood, and does not want this one; others may be welcome. Busy or slow is another matter. */
function isRefusal(delivery: Delivery): boolean {
  if ('error' in delivery) return false;
  const { status } = delivery;
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}
