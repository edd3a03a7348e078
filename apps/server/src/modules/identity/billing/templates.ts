import { OVERDUE_DAYS } from '@muster/domain/identity/billing/rules';
import type { Cost, ReadOnlyReason } from '@muster/domain/identity/billing/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { withoutLinks } from '@muster/domain/values/mail-words';
import type { Letter } from '../../basics/mails/service.ts';

/** What owners are told of their subscription by mail. Times are milliseconds since 1970. */
export type BillingNews =
  | { readonly what: 'early access ends'; readonly until: number; readonly cost: Cost }
  | {
      readonly what: 'please confirm';
      readonly of: 'trial' | 'notice';
      readonly until: number;
      readonly cost: Cost;
    }
  | {
      readonly what: 'started' | 'goes on';
      readonly cost: Cost;
      readonly collection: 'card' | 'invoice';
      readonly next: number | null;
    }
  | {
      readonly what: 'overdue' | 'still overdue';
      readonly collection: 'card' | 'invoice';
      readonly cents: number;
      readonly until: number;
    }
  | { readonly what: 'cancelled'; readonly until: number }
  | { readonly what: 'read-only'; readonly reason: ReadOnlyReason; readonly hasEnded: boolean }
  /** Up to when everything works, where the subscription has ended. */
  | { readonly what: 'paid'; readonly until: number | null }
  | { readonly what: 'lapsing'; readonly until: number };

interface Around {
  readonly brand: string;
  readonly business: string;
  readonly zone: string;
  readonly hasGst: boolean;
}

type Words = Omit<Extract<Letter, { template: 'subscription' }>, 'template' | 'to'>;

const KEPT =
  'Nothing is deleted: everything can be read and exported, and what technicians record on their phones is still taken.';

/** The words for it, as every owner gets them. */
export function wordsOf(news: BillingNews, { brand, business: typed, zone, hasGst }: Around): Words {
  const business = withoutLinks(typed);
  const day = (at: number) =>
    new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: zone }).format(at);
  const costs = (cost: Cost) => costInWords(cost, hasGst);
  switch (news.what) {
    case 'early access ends':
      return {
        subject: `Early access ends on ${day(news.until)}`,
        paragraphs: [
          `${brand} has been free for ${business} during early access. From ${day(news.until)} it has a price. You’re only charged if you confirm it.`,
          `As you use it now: ${costs(news.cost)}`,
          `Please confirm it under Licences. You can change the plan and the number of licences first. Nothing is charged before ${day(news.until)}, even if you confirm today.`,
          `If you don’t confirm by then, ${business} becomes read-only. ${KEPT} You can confirm at any time later.`,
        ],
        button: 'See the price and confirm',
      };
    case 'please confirm': {
      const ends = news.of === 'notice' ? 'Early access ends' : 'Your free days end';
      return {
        subject: `${ends} on ${day(news.until)}`,
        paragraphs: [
          `${ends} on ${day(news.until)}, and nobody at ${business} has confirmed the price yet.`,
          `As you use ${brand} now: ${costs(news.cost)}`,
          `If you don’t confirm by then, ${business} becomes read-only. ${KEPT} You can confirm at any time later.`,
        ],
        button: 'See the price and confirm',
      };
    }
    case 'started':
    case 'goes on':
      return {
        subject:
          news.what === 'started'
            ? `${business} is subscribed to ${brand}`
            : `Your ${brand} subscription goes on`,
        paragraphs: [
          news.what === 'started'
            ? `Thank you. ${business} is now subscribed to ${brand}.`
            : `The cancellation was taken back, so the subscription of ${business} goes on.`,
          costs(news.cost),
          news.collection === 'invoice'
            ? 'We email you an invoice each month, due in 14 days.'
            : `Your card is charged each month${news.next === null ? '' : `, next on ${day(news.next)}`}.`,
          'You can change the plan, the number of licences or the card, or cancel, under Licences. Your invoices are there too.',
        ],
        button: 'Open Licences',
      };
    case 'overdue':
    case 'still overdue':
      return {
        subject:
          news.what === 'still overdue'
            ? `${business} becomes read-only on ${day(news.until)}`
            : news.collection === 'card'
              ? `Your card was declined for ${brand}`
              : `An invoice from ${brand} is overdue`,
        paragraphs: [
          news.collection === 'card'
            ? `Your card was declined, so ${centsInWords(news.cents)} for ${business} is still to be paid.`
            : `${centsInWords(news.cents)} for ${business} was due and hasn’t been paid.`,
          news.collection === 'card'
            ? 'Please update the card or pay now under Licences. We also try the card again in the next days.'
            : 'Please pay it under Licences. If you’ve just paid, there’s nothing to do.',
          `Everything works as usual until ${day(news.until)}. If it isn’t paid by then, ${business} becomes read-only until it is. ${KEPT}`,
        ],
        button: 'Pay now',
      };
    case 'cancelled':
      return {
        subject: `Your ${brand} subscription ends on ${day(news.until)}`,
        paragraphs: [
          `The subscription of ${business} was cancelled. Everything works until ${day(news.until)}.`,
          `After that, ${business} is read-only. ${KEPT} You can subscribe again at any time.`,
          'If you didn’t mean to cancel, take it back under Licences before then.',
        ],
        button: 'Open Licences',
      };
    case 'read-only':
      return {
        subject: `${business} is now read-only in ${brand}`,
        paragraphs: [
          `${whyReadOnly(news.reason, business)} ${KEPT}`,
          news.reason === 'unpaid' && news.hasEnded
            ? 'The subscription has ended too. Pay what’s overdue under Licences, then subscribe again.'
            : wayOn[news.reason],
        ],
        button: news.reason === 'unpaid' ? 'Pay now' : 'Open Licences',
      };
    case 'lapsing':
      return {
        subject: `What ${business} paid for ends on ${day(news.until)}`,
        paragraphs: [
          `The subscription of ${business} has ended, and what was paid lasts until ${day(news.until)}.`,
          `Subscribe again by then to keep working. If you don’t, ${business} becomes read-only. ${KEPT}`,
        ],
        button: 'Open Licences',
      };
    case 'paid':
      break;
  }
  return {
    subject: 'Thank you, your payment arrived',
    paragraphs:
      news.until === null
        ? [`Your payment for ${business} arrived, and everything works as usual.`]
        : [
            `Your payment for ${business} arrived. The subscription had ended meanwhile, so everything works until ${day(news.until)}, the end of what you’ve paid for.`,
            'Subscribe again under Licences to keep working after that. You’re charged from that day on, not before.',
          ],
    button: 'Open Licences',
  };
}

/** "Crew with 7 licences: $167.00 a month including GST ($119.00, and 2 further licences at $24.00 each)." */
function costInWords(cost: Cost, hasGst: boolean): string {
  const { plan_name, licences, plan_cents, further_licences: further, licence_cents, total_cents } = cost;
  const parts =
    further === 0
      ? ''
      : ` (${centsInWords(plan_cents)}, and ${further === 1 ? 'a further licence at' : `${further} further licences at`} ${centsInWords(licence_cents)}${further === 1 ? '' : ' each'})`;
  const number = licences === 1 ? '1 licence' : `${licences} licences`;
  return `${plan_name} with ${number}: ${centsInWords(total_cents)} a month${hasGst ? ' including GST' : ''}${parts}.`;
}

function whyReadOnly(reason: ReadOnlyReason, business: string): string {
  if (reason === 'not_confirmed') return `Nobody has confirmed the price, so ${business} is read-only now.`;
  if (reason === 'ended') return `The subscription of ${business} has ended, so it’s read-only now.`;
  return `A payment has been overdue for ${OVERDUE_DAYS} days, so ${business} is read-only now.`;
}

const wayOn: Readonly<Record<ReadOnlyReason, string>> = {
  not_confirmed: 'As soon as you confirm the price under Licences, everything works again.',
  ended: 'As soon as you subscribe again under Licences, everything works again.',
  unpaid: 'As soon as it’s paid, everything works again. Pay or update the card under Licences.',
};
