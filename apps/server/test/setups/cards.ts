import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { readBalance } from '../../src/modules/money/card-balance/service.ts';
import { cardPaymentTasks } from '../../src/modules/money/card-payments/tasks.ts';
import { CARD_REFUND } from '../../src/modules/money/card-refunds/service.ts';
import { cardRefundTasks, hearRefunds } from '../../src/modules/money/card-refunds/tasks.ts';
import { CARD_TURN } from '../../src/modules/money/card-services/service.ts';
import { withAccount } from '../../src/platform/db/account.ts';
import type { Deps } from '../../src/platform/deps.ts';
import { channelOf } from '../../src/platform/live/event-log.ts';
import type { Task } from '../../src/platform/tasks/queue.ts';
import { readSettings } from '../../src/settings.ts';
import { stripeService } from '../services/stripe.ts';
import { silentLog } from '../silent-log.ts';
import { DEMO, openWork } from './work.ts';

export const LIVE_KEY = 'rk_live_harbourcity4242';
export const service = '/services/payments/api/v1/service';

/** The demo business beside a Stripe of its own, which is connected when somebody says so. */
export async function openCards({ env = {} }: { env?: Record<string, string> } = {}) {
  const stripe = await stripeService();
  stripe.tellAtOnce(false);
  const account = stripe.addAccount({ key: LIVE_KEY });
  const own = { HOST: '127.0.0.1', STRIPE_URL: stripe.url, STRIPE_CHECKOUT_URL: stripe.url, ...env };
  const work = await openWork({ env: own });
  stripe.clock.ahead = work.clock.now - Date.now();
  const deps = {
    database: work.here.database,
    settings: readSettings(own),
    now: () => work.clock.now,
    log: silentLog,
  } as Deps;
  const tasksOf = (deps: Deps): Readonly<Record<string, Task>> => ({
    ...cardPaymentTasks(deps, { hearers: [hearRefunds(deps)], readBalance }),
    ...cardRefundTasks(deps),
  });
  const tasks = tasksOf(deps);

  async function connect(key = LIVE_KEY, more: object = {}) {
    const answer = await work.owner.post(service, { key, ...more });
    expect([answer.status, answer.message]).toEqual([200, 'Done.']);
    return (answer.data as { row: { id: string; version: number } }).row;
  }

  /** Asks Stripe once, as the task does whose turn it is. */
  async function ask(account: AccountId = DEMO, by: Deps = deps): Promise<void> {
    const { rows } = await withAccount(deps.database.db, account, (db) =>
      sql<{ connection: string; turn: string }>`
        select connection_id as connection, turn from card_turns where account_id = current_account()`.execute(
        db,
      ),
    );
    const channel = channelOf(account);
    for (const { connection, turn } of rows)
      await tasksOf(by)[CARD_TURN]!({ channel, account: channel, connection, turn }, 'task');
  }

  /** Tells Stripe of what is to be refunded, as the task does; `tries` says how often it was told already. */
  async function sendRefunds(tries = 0): Promise<void> {
    const { rows } = await work.inside((db) =>
      sql<{ id: string }>`select id from card_refunds where state = 'waiting' order by made_at, id`.execute(
        db,
      ),
    );
    for (const { id } of rows)
      await tasks[CARD_REFUND]!({ account: channelOf(DEMO), refund: id, tries }, 'task');
  }

  async function pathOf(invoice: string): Promise<string> {
    const { data } = await work.owner.post(`/invoices/${invoice}/page/link`, {});
    return new URL((data as { address: string }).address).pathname;
  }

  /** Presses Pay on the page of an invoice; says where that led. */
  async function press(path: string, amount: number): Promise<string> {
    const answer = await work.app.inject({
      method: 'POST',
      url: `${path}/pay`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `amount=${amount}`,
    });
    expect(answer.statusCode).toBe(303);
    return String(answer.headers.location);
  }

  /** What a page says, without what makes it a page. */
  async function page(path: string): Promise<string> {
    const { body } = await work.app.inject({ url: path });
    return body
      .replace(/<head>[\s\S]*<\/head>/, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }

  const sessions = () =>
    work.inside(async (db) => {
      const { rows } = await sql<{
        id: string;
        invoice_id: string;
        state: string;
        reference: string;
        amount: number;
      }>`
        select id, invoice_id, state, reference, amount from card_sessions order by made_at, id`.execute(db);
      return rows;
    });

  const received = () =>
    work.inside(async (db) => {
      const { rows } = await sql<{ invoice_id: string; amount: number; unused: number; fee: number }>`
        select c.invoice_id, p.amount, p.unused, c.fee from card_payments c join payments p on p.id = c.payment_id
         order by p.created_at, p.id`.execute(db);
      return rows;
    });

  return {
    work,
    stripe,
    account,
    deps,
    connect,
    ask,
    sendRefunds,
    pathOf,
    press,
    page,
    sessions,
    received,
    async close() {
      await work.close();
      await stripe.close();
    },
  };
}

export type Cards = Awaited<ReturnType<typeof openCards>>;

/** The session behind the address of a page to pay on. */
export function sessionOf(address: string): string {
  return /cs_\w+$/.exec(address)![0];
}
