import { isBroken } from '../../basics/deliveries/rules.ts';
import type { WebhookSummary } from '../webhooks/schema.ts';
import type { Connection, OperatorService } from './schema.ts';

/** How a connection is doing, the most urgent first: what a person has to do something about. */
export function statusOf(
  {
    is_enabled,
    stopped_because,
    needs_reconnect,
  }: Pick<WebhookSummary, 'is_enabled' | 'stopped_because' | 'needs_reconnect'>,
  failures: number,
  useless_because = '',
): Connection['status'] {
  if (needs_reconnect) return 'reconnect';
  if (stopped_because !== '') return 'stopped';
  if (!is_enabled) return 'paused';
  if (isBroken(failures) || useless_because !== '') return 'broken';
  return failures > 0 ? 'retrying' : 'on';
}

/** Which personal data goes to whom. */
export function sharedWith({ kind, host }: Pick<Connection, 'kind' | 'host'>): string {
  if (kind === 'stripe')
    return 'Stripe gets the number, amount and email address of an invoice that a customer pays by card. They enter their card there: we never see it.';
  if (kind === 'calls') return `${host} tells us who calls and gets nothing from us.`;
  if (kind === 'twilio calls')
    return 'Twilio carries your calls. From us it gets the number of a customer whom you ring from here.';
  if (kind === 'sip')
    return 'Your phone system tells us who calls, as it tells every phone. It gets nothing from us.';
  if (kind === 'webhook')
    return `${host} gets the numbers and ids of changes, never names, addresses or other contents.`;
  if (kind === 'xero')
    return `${host} gets the names, addresses, email addresses, phone numbers and ABNs of the customers you invoice, and their invoices and payments. Xero may keep them outside Australia.`;
  return `${host} gets the mobile numbers of the people you text, and what the texts say.`;
}

const shared: Readonly<Record<OperatorService['kind'], readonly [name: string, gets: string]>> = {
  email: ['Email', 'gets the names and email addresses of the people you write to, and what the emails say'],
  geocoder: ['Finding addresses', 'gets the addresses of sites, and no names'],
  routing: ['Drive times', 'gets the positions of sites and bases, and nothing else'],
  map: ['Map', 'sees the network address of whoever opens a map, and what part of it they look at'],
  files: ['Files', 'keeps photos and documents'],
  'phone alerts': [
    'Alerts on technicians’ phones',
    'learns when a phone is alerted, not what the alert says; names, addresses and customers are never in one',
  ],
};

/** The same of what the operator of the server has set up for everybody. */
export function serviceLine({ kind, host }: OperatorService): { name: string; gets: string } {
  const [name, gets] = shared[kind];
  return { name, gets: `${host} ${gets}.` };
}
