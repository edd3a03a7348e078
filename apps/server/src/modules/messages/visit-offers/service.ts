import { randomUUID } from 'node:crypto';
import {
  type FreeSlot,
  OFFER_DAYS,
  OFFER_MINUTES,
  offersFrom,
} from '@muster/domain/messages/visit-offers/rules';
import type { RequestContent } from '@muster/domain/messages/visit-requests/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { addDays, dateAt } from '@muster/domain/values/local-time';
import { HOUR_MINUTES, MINUTE_MS, minuteAt, minutes, minutesAfter } from '@muster/domain/values/minutes';
import type { Agreed } from '@muster/domain/work/visits/promise';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { findIn, searchForVisit } from '../../dispatch/slots/service.ts';
import { visitOf } from '../../work/visits/service.ts';
import { askForTime, bookChosen, readPageSettings } from '../visit-requests/service.ts';
import { findOffer, type Offer, putOffers } from './store.ts';

export type { Offer };

/** What a customer looks for: on which days, beside what they have. */
interface Wanted {
  readonly account: AccountId;
  readonly visit: string;
  /** Of the site. */
  readonly zone: string;
  readonly businessZone: string;
  /** The arrival that they know of. */
  readonly known: Agreed | null;
  readonly from: string | undefined;
}

/** Times that are free for a visit, to be chosen from for a while. */
export interface Offers {
  readonly offers: readonly Offer[];
  /** Where later ones are looked for; null where that is too far. */
  readonly later: string | null;
}

/** As the optimiser finds them, in a thread: what a board of some size takes is nobody else's time. */
export async function findOffers(db: Db, wanted: Wanted, at: Date): Promise<Offers> {
  const { account, visit, zone, businessZone, known } = wanted;
  const now = minuteAt(at);
  const { crew, hours_before } = await withAccount(db, account, async (db) => ({
    crew: (await visitOf(db, visit)).assignments,
    hours_before: (await readPageSettings(db)).hours_before,
  }));
  const earliest = minutesAfter(now, minutes(hours_before * HOUR_MINUTES));
  const [first, last] = [dateAt(earliest, businessZone), addDays(dateAt(now, businessZone), OFFER_DAYS)];
  const begin = wanted.from === undefined || wanted.from < first || wanted.from > last ? first : wanted.from;
  const slots: FreeSlot[] = [];
  let from: string | null = begin;
  // Two weeks at most: what is left out because it is the same arrival has something else in its place.
  for (let week = 0; week < 2 && from !== null; week += 1) {
    const query = { from, beyond_agreed: true };
    const search = await withAccount(db, account, (db) => searchForVisit(db, visit, query, now));
    const found = await findIn(account, search);
    slots.push(...found.slots);
    from = found.later !== null && found.later <= last ? found.later : null;
    if (offersFrom(slots, { earliest, zone, now: known }).length >= ENOUGH) break;
  }
  const seen = crew.map(({ id, version }) => ({ id, version }));
  const offers = offersFrom(slots, { earliest, zone, now: known }).map((offer): Offer =>
    Object.assign({ id: randomUUID(), seen }, offer),
  );
  await withAccount(db, account, (db) => putOffers(db, visit, offers, { at, since: openSince(at) }));
  return { offers, later: from };
}

/** So many are a choice, and whoever wants another looks on: a second week takes a large business as long again. */
const ENOUGH = 3;

function openSince(at: Date): Date {
  return new Date(at.getTime() - OFFER_MINUTES * MINUTE_MS);
}

/** The offer that somebody has chosen. */
export async function chosenOffer({ db, at }: Writer, visit: string, id: string): Promise<Offer> {
  const offer = await findOffer(db, visit, { id, since: openSince(at) });
  if (!offer) throw new Failure('conflict', 'These times were offered a while ago. Here’s what’s free now.');
  return offer;
}

/** What is kept of a choice. */
export function contentOf({
  starts_at,
  technicians,
  on_date,
  window_from,
  window_to,
}: Offer): RequestContent {
  return { starts_at, technicians: [...technicians], on_date, window_from, window_to };
}

/** The visit is moved as the office would move it: refused where somebody has planned it anew, or the time, meanwhile. */
export async function takeOffer(write: Writer, visit: string, id: string): Promise<null> {
  const offer = await chosenOffer(write, visit, id);
  await bookChosen(write, visit, contentOf(offer), offer.seen);
  return askForTime(write, visit, contentOf(offer), { isTaken: true });
}
