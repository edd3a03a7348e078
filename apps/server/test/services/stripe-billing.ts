import { Refusal, readRoutes, type StripeAccount, type StripeObject, type StripeService } from './stripe.ts';

interface Item {
  id: string;
  price: { id: string; unit_amount: number; lookup_key: string | null };
  quantity: number;
  current_period_start: number;
  current_period_end: number;
}

interface Line {
  readonly text: string;
  readonly amount: number;
  readonly isProration: boolean;
}

const DAY = 86_400;

/** What Stripe does about subscriptions: to be added to Stripe on this machine. It charges by a clock that a test moves. */
export function withBilling(stripe: StripeService) {
  const { add, all, find, happened, seconds } = stripe;
  /** Cards that are declined from now on, by customer. */
  const declined = new Set<string>();
  /** What of a customer was charged, in the order in which it was. */
  const charged: { customer: string; cents: number; invoice: string }[] = [];
  let invoices = 0;

  const itemsOf = (subscription: StripeObject) => (subscription['items'] as { data: Item[] }).data;

  function withItems(subscription: StripeObject, data: Item[]): void {
    subscription['items'] = { object: 'list', data, has_more: false, url: '/v1/subscription_items' };
  }

  function newItem(
    account: StripeAccount,
    { price, quantity }: { price: string; quantity?: string },
    period: { start: number; end: number },
  ): Item {
    const found = account.objects.get(price);
    if (found?.object !== 'price')
      throw new Refusal(400, `No such price: '${price}'`, { param: 'items[0][price]' });
    return {
      id: `si_${price.slice(6)}${String(period.start)}`,
      price: structuredClone(found) as unknown as Item['price'],
      quantity: Number(quantity ?? 1),
      current_period_start: period.start,
      current_period_end: period.end,
    };
  }

  function monthAfter(at: number): number {
    const date = new Date(at * 1000);
    date.setUTCMonth(date.getUTCMonth() + 1);
    return Math.floor(date.getTime() / 1000);
  }

  function newSubscription(account: StripeAccount, body: Record<string, unknown>): StripeObject {
    const now = seconds();
    const trialEnd = body['trial_end'] === undefined ? null : Number(body['trial_end']);
    if (trialEnd !== null && trialEnd <= now)
      throw new Refusal(400, 'trial_end must be in the future', { param: 'trial_end' });
    const period = { start: now, end: trialEnd ?? monthAfter(now) };
    const byInvoice = body['collection_method'] === 'send_invoice';
    if (byInvoice && body['days_until_due'] === undefined)
      throw new Refusal(400, 'You must pass days_until_due.', { param: 'days_until_due' });
    if (byInvoice && account.objects.get(String(body['customer']))?.['email'] === null)
      throw new Refusal(400, 'Missing email. The customer must have a valid email to be sent invoices.');
    const subscription = add(account, 'sub', 'subscription', {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      collection_method: body['collection_method'] ?? 'charge_automatically',
      currency: 'aud',
      customer: body['customer'],
      days_until_due: byInvoice ? Number(body['days_until_due']) : null,
      default_tax_rates: (body['default_tax_rates'] as string[] | undefined) ?? [],
      ended_at: null,
      metadata: body['metadata'] ?? {},
      start_date: now,
      status: trialEnd === null ? 'active' : 'trialing',
      trial_end: trialEnd,
    });
    const wanted = (body['items'] ?? body['line_items']) as { price: string; quantity?: string }[];
    withItems(
      subscription,
      wanted.map((one) => newItem(account, one, period)),
    );
    happened(account, 'customer.subscription.created', subscription);
    if (trialEnd === null) bill(account, subscription, regularLines(subscription));
    return subscription;
  }

  function regularLines(subscription: StripeObject): Line[] {
    return itemsOf(subscription).map(({ price, quantity }) => ({
      text: `${quantity} × ${price.lookup_key} (at $${(price.unit_amount / 100).toFixed(2)} / month)`,
      amount: price.unit_amount * quantity,
      isProration: false,
    }));
  }

  function lineObject({ text, amount, isProration }: Line, subscription: StripeObject, at: number) {
    return {
      id: `il_${at}${Math.abs(amount)}`,
      object: 'line_item',
      amount,
      currency: 'aud',
      description: text,
      parent: isProration
        ? {
            type: 'invoice_item_details',
            invoice_item_details: { invoice_item: 'ii_1', proration: true, subscription: subscription.id },
            subscription_item_details: null,
          }
        : {
            type: 'subscription_item_details',
            invoice_item_details: null,
            subscription_item_details: { proration: false, subscription: subscription.id },
          },
      period: { start: at, end: itemsOf(subscription)[0]!.current_period_end },
      quantity: 1,
    };
  }

  function draftInvoice(account: StripeAccount, subscription: StripeObject, lines: readonly Line[]) {
    const now = seconds();
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    const customer = account.objects.get(String(subscription['customer']))!;
    const [rate] = subscription['default_tax_rates'] as string[];
    const balance = Number(customer['balance'] ?? 0);
    const due = Math.max(0, total + balance);
    const gst = Math.sign(total) * Math.round(Math.abs(total) / 11);
    return {
      amount_due: due,
      amount_paid: 0,
      amount_remaining: due,
      attempt_count: 0,
      attempted: false,
      collection_method: subscription['collection_method'],
      currency: 'aud',
      customer: customer.id,
      customer_email: customer['email'],
      customer_name: customer['name'],
      due_date:
        subscription['collection_method'] === 'send_invoice'
          ? now + Number(subscription['days_until_due']) * DAY
          : null,
      lines: {
        object: 'list',
        data: lines.map((line) => lineObject(line, subscription, now)),
        has_more: false,
        url: '/v1/invoices/lines',
      },
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      starting_balance: balance,
      total,
      total_taxes:
        rate === undefined
          ? []
          : [{ amount: gst, tax_behavior: 'inclusive', tax_rate_details: { tax_rate: rate } }],
    };
  }

  /** An invoice is made, and charged at once where there is a card. */
  function bill(account: StripeAccount, subscription: StripeObject, lines: readonly Line[]): StripeObject {
    const now = seconds();
    invoices += 1;
    const invoice = add(account, 'in', 'invoice', {
      ...draftInvoice(account, subscription, lines),
      hosted_invoice_url: null,
      number: `MUSTER-${String(invoices).padStart(4, '0')}`,
      status: 'open',
      status_transitions: { finalized_at: now, paid_at: null },
    });
    invoice['hosted_invoice_url'] = `${stripe.url}/i/${invoice.id}`;
    const customer = account.objects.get(String(invoice['customer']))!;
    customer['balance'] = Math.min(0, Number(invoice['starting_balance']) + Number(invoice['total']));
    happened(account, 'invoice.finalized', invoice);
    if (Number(invoice['amount_due']) === 0) settled(account, invoice);
    else if (invoice['collection_method'] === 'charge_automatically') payInvoice(invoice.id);
    return invoice;
  }

  function settled(account: StripeAccount, invoice: StripeObject): void {
    Object.assign(invoice, {
      amount_paid: invoice['amount_due'],
      amount_remaining: 0,
      status: 'paid',
      status_transitions: { ...(invoice['status_transitions'] as object), paid_at: seconds() },
    });
    const subscription = subscriptionOf(account, invoice);
    const isOwing = all(account, 'invoice').some(
      (one) => one['status'] === 'open' && subscriptionOf(account, one) === subscription && isLate(one),
    );
    if (subscription['status'] === 'past_due' && !isOwing) subscription['status'] = 'active';
    happened(account, 'invoice.paid', invoice);
    happened(account, 'customer.subscription.updated', subscription);
  }

  function isLate(invoice: StripeObject): boolean {
    return invoice['due_date'] === null
      ? Number(invoice['attempt_count']) > 0
      : Number(invoice['due_date']) <= seconds();
  }

  function subscriptionOf(account: StripeAccount, invoice: StripeObject): StripeObject {
    const { subscription_details } = invoice['parent'] as { subscription_details: { subscription: string } };
    return account.objects.get(subscription_details.subscription)!;
  }

  /** By the card, or on Stripe's own page of the invoice. False: the card was declined. */
  function payInvoice(id: string, { isDeclined }: { isDeclined?: boolean } = {}): boolean {
    const { account, object: invoice } = find(id);
    if (invoice['status'] !== 'open') return false;
    const customer = String(invoice['customer']);
    invoice['attempt_count'] = Number(invoice['attempt_count']) + 1;
    invoice['attempted'] = true;
    if (isDeclined ?? declined.has(customer)) {
      const subscription = subscriptionOf(account, invoice);
      if (subscription['status'] !== 'canceled') subscription['status'] = 'past_due';
      happened(account, 'invoice.payment_failed', invoice);
      happened(account, 'customer.subscription.updated', subscription);
      return false;
    }
    charged.push({ customer, cents: Number(invoice['amount_due']), invoice: id });
    settled(account, invoice);
    return true;
  }

  /** Its retries are over, and Stripe is set to cancel then: what is open can still be paid. */
  function giveUp(account: StripeAccount, customer: string): void {
    for (const subscription of all(account, 'subscription'))
      if (subscription['customer'] === customer && subscription['status'] === 'past_due') {
        Object.assign(subscription, { status: 'canceled', canceled_at: seconds(), ended_at: seconds() });
        happened(account, 'customer.subscription.deleted', subscription);
      }
  }

  /** What Stripe adds where the key is of the other mode. */
  function inOtherMode({ isLive }: StripeAccount, customer: unknown): string {
    try {
      find(String(customer));
    } catch {
      return '';
    }
    if (!isLive) return '';
    return '; a similar object exists in test mode, but a live mode key was used to make this request.';
  }

  /** Until this moment of the clock months end: what is due is billed, and what was cancelled ends. */
  function pass(account: StripeAccount): void {
    for (const subscription of all(account, 'subscription')) {
      if (subscription['status'] === 'canceled') continue;
      for (;;) {
        const end = itemsOf(subscription)[0]!.current_period_end;
        if (end > seconds()) break;
        if (subscription['cancel_at'] !== null) {
          Object.assign(subscription, { status: 'canceled', ended_at: end });
          happened(account, 'customer.subscription.deleted', subscription);
          break;
        }
        for (const item of itemsOf(subscription)) {
          item.current_period_start = end;
          item.current_period_end = monthAfter(end);
        }
        if (subscription['status'] === 'trialing') subscription['status'] = 'active';
        bill(account, subscription, regularLines(subscription));
      }
      const owes = all(account, 'invoice').some(
        (one) => one['status'] === 'open' && subscriptionOf(account, one) === subscription && isLate(one),
      );
      if (owes && subscription['status'] === 'active') subscription['status'] = 'past_due';
    }
  }

  interface Changed {
    readonly items: Item[];
    readonly lines: Line[];
  }

  /** What a change makes of the items, and what it costs for the rest of the month. */
  function changed(
    account: StripeAccount,
    subscription: StripeObject,
    body: Record<string, unknown>,
  ): Changed {
    const before = itemsOf(subscription);
    const { current_period_start: start, current_period_end: end } = before[0]!;
    const at = Number(body['proration_date'] ?? seconds());
    if (at < start || at > end)
      throw new Refusal(400, 'The proration_date must be within the current period.', {
        param: 'proration_date',
      });
    const items = structuredClone(before);
    for (const wanted of body['items'] as {
      id?: string;
      price?: string;
      quantity?: string;
      deleted?: string;
    }[]) {
      const place = items.findIndex(({ id }) => id === wanted.id);
      if (wanted.id !== undefined && place === -1)
        throw new Refusal(400, `No such subscription item: '${wanted.id}'`, { param: 'items[0][id]' });
      if (wanted.deleted === 'true') items.splice(place, 1);
      else {
        const made = newItem(
          account,
          { price: wanted.price!, ...(wanted.quantity && { quantity: wanted.quantity }) },
          { start, end },
        );
        if (place === -1) items.push(made);
        else items[place] = { ...made, id: wanted.id! };
      }
    }
    if (subscription['status'] === 'trialing' || body['proration_behavior'] !== 'always_invoice')
      return { items, lines: [] };
    const share = (end - at) / (end - start);
    const lines: Line[] = [];
    for (const id of new Set([...before, ...items].map(({ id }) => id))) {
      const [old, made] = [before, items].map((list) => list.find((one) => one.id === id));
      if (old && made && old.price.id === made.price.id && old.quantity === made.quantity) continue;
      if (old)
        lines.push({
          text: `Unused time on ${old.quantity} × ${old.price.lookup_key}`,
          amount: -Math.round(old.price.unit_amount * old.quantity * share),
          isProration: true,
        });
      if (made)
        lines.push({
          text: `Remaining time on ${made.quantity} × ${made.price.lookup_key}`,
          amount: Math.round(made.price.unit_amount * made.quantity * share),
          isProration: true,
        });
    }
    return { items, lines };
  }

  function change(account: StripeAccount, id: string, body: Record<string, unknown>): StripeObject {
    const subscription = account.objects.get(id);
    if (subscription?.object !== 'subscription')
      throw new Refusal(404, `No such subscription: '${id}'`, { code: 'resource_missing', param: 'id' });
    if (subscription['status'] === 'canceled')
      throw new Refusal(
        400,
        'A canceled subscription can only update its cancellation_details and metadata.',
      );
    if (body['items'] !== undefined) {
      const { items, lines } = changed(account, subscription, body);
      const total = lines.reduce((sum, { amount }) => sum + amount, 0);
      if (
        total > 0 &&
        body['payment_behavior'] === 'error_if_incomplete' &&
        declined.has(String(subscription['customer']))
      )
        throw new Refusal(402, 'Your card was declined.', { type: 'card_error', code: 'card_declined' });
      withItems(subscription, items);
      if (lines.length > 0) bill(account, subscription, lines);
    }
    if (body['cancel_at_period_end'] !== undefined) {
      const isCancelled = body['cancel_at_period_end'] === 'true';
      subscription['cancel_at_period_end'] = isCancelled;
      subscription['cancel_at'] = isCancelled ? itemsOf(subscription)[0]!.current_period_end : null;
    }
    happened(account, 'customer.subscription.updated', subscription);
    return subscription;
  }

  stripe.routes.unshift(
    {
      method: 'POST',
      path: /^\/v1\/customers$/,
      permission: 'customer_write',
      takes: ['email', 'name', 'metadata', 'invoice_settings'],
      answer: ({ account, body }) =>
        add(account, 'cus', 'customer', { balance: 0, email: null, name: null, metadata: {}, ...body }),
    },
    {
      method: 'POST',
      path: /^\/v1\/tax_rates$/,
      takes: ['display_name!', 'percentage!', 'inclusive!', 'country'],
      answer: ({ account, body }) =>
        add(account, 'txr', 'tax_rate', {
          ...body,
          active: true,
          inclusive: body['inclusive'] === 'true',
          percentage: Number(body['percentage']),
        }),
    },
    ...readRoutes('tax_rate', 'tax_rates', 'tax_rate', ['active', 'inclusive']),
    {
      method: 'POST',
      path: /^\/v1\/subscriptions$/,
      permission: 'subscription_write',
      takes: [
        'customer!',
        'items!',
        'collection_method',
        'days_until_due',
        'metadata',
        'default_tax_rates',
        'trial_end',
      ],
      answer: ({ account, body }) => newSubscription(account, body),
    },
    {
      method: 'GET',
      path: /^\/v1\/subscriptions$/,
      permission: 'subscription_read',
      takes: ['customer!', 'status', 'limit'],
      answer({ account, body: { customer } }) {
        if (!account.objects.has(String(customer)))
          throw new Refusal(404, `No such customer: '${String(customer)}'${inOtherMode(account, customer)}`, {
            code: 'resource_missing',
            param: 'customer',
          });
        const data = all(account, 'subscription').filter((one) => one['customer'] === customer);
        return { object: 'list', data: data.toReversed(), has_more: false, url: '/v1/subscriptions' };
      },
    },
    ...readRoutes('subscription', 'subscriptions', 'subscription', ['customer']),
    {
      method: 'POST',
      path: /^\/v1\/subscriptions\/(\w+)$/,
      permission: 'subscription_write',
      takes: ['items', 'proration_behavior', 'proration_date', 'payment_behavior', 'cancel_at_period_end'],
      answer: ({ account, body, ids: [id] }) => change(account, id!, body),
    },
    {
      method: 'POST',
      path: /^\/v1\/invoices\/create_preview$/,
      permission: 'invoice_write',
      takes: ['customer!', 'subscription!', 'subscription_details!'],
      answer({ account, body }) {
        const subscription = account.objects.get(String(body['subscription']))!;
        const { lines } = changed(
          account,
          subscription,
          body['subscription_details'] as Record<string, unknown>,
        );
        // What is renewed later stands there as well, and is nothing that the change costs.
        const shown = lines.length > 0 ? lines : regularLines(subscription);
        return { id: 'upcoming_in_1', object: 'invoice', ...draftInvoice(account, subscription, shown) };
      },
    },
    ...readRoutes('invoice', 'invoices', 'invoice', ['customer', 'status', 'subscription']),
    {
      method: 'POST',
      path: /^\/v1\/billing_portal\/sessions$/,
      permission: 'customer_portal_write',
      takes: ['customer!', 'return_url', 'flow_data'],
      answer({ account, body: { flow_data: flow, ...rest } }) {
        const session = add(account, 'bps', 'billing_portal.session', { ...rest, flow, url: null });
        session['url'] = `${stripe.url}/p/session/${session.id}`;
        return session;
      },
    },
  );

  /** As an owner does on the page of a session. False: the card was declined, or the page has ended. */
  function confirm(sessionId: string, { isDeclined = false }: { isDeclined?: boolean } = {}): boolean {
    const { account, object: session } = find(sessionId);
    if (session['status'] !== 'open' || isDeclined) return false;
    const { line_items, subscription_data } = stripe.askedFor(session)! as Record<string, object>;
    const subscription = newSubscription(account, {
      customer: session['customer'],
      line_items,
      ...subscription_data,
    });
    Object.assign(session, {
      status: 'complete',
      payment_status: subscription['status'] === 'trialing' ? 'no_payment_required' : 'paid',
      subscription: subscription.id,
      url: null,
    });
    happened(account, 'checkout.session.completed', session);
    return true;
  }

  const page = (title: string, inner: string) =>
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${inner}`;
  const button = (path: string, name: string) =>
    `<form method="post" action="${path}"><button>${name}</button></form>`;

  stripe.pages.unshift((path, method) => {
    const [, kind, id, step] = /^\/(c\/pay|i|p\/session)\/(\w+)(?:\/(pay|decline|update))?$/.exec(path) ?? [];
    if (id === undefined) return undefined;
    const { object } = find(id);
    const isPost = method === 'POST';
    if (kind === 'i') {
      if (isPost) payInvoice(id, { isDeclined: step === 'decline' });
      if (object['status'] === 'paid') return { status: 200, html: page('Invoice paid', '') };
      return {
        status: 200,
        html: page('Pay invoice', button(`/i/${id}/pay`, 'Pay') + button(`/i/${id}/decline`, 'Decline')),
      };
    }
    if (kind === 'p/session') {
      const back = String(object['return_url']);
      if (isPost) {
        declined.delete(String(object['customer']));
        return { status: 303, location: back };
      }
      return {
        status: 200,
        html: page(
          'Update your card',
          `${button(`/p/session/${id}/update`, 'Save card')}<a href="${back}">Back</a>`,
        ),
      };
    }
    if (object['mode'] !== 'subscription') return undefined;
    const back = String(object['cancel_url']);
    if (isPost && confirm(id, { isDeclined: step === 'decline' }))
      return { status: 303, location: String(object['success_url']).replace('{CHECKOUT_SESSION_ID}', id) };
    if (object['status'] !== 'open')
      return { status: 200, html: page('This page has ended', `<a href="${back}">Back</a>`) };
    const problem = isPost ? '<p role="alert">Your card was declined.</p>' : '';
    return {
      status: 200,
      html: page(
        'Subscribe',
        `${problem}${button(`/c/pay/${id}/pay`, 'Pay')}${button(`/c/pay/${id}/decline`, 'Decline')}<a href="${back}">Back</a>`,
      ),
    };
  });

  return {
    charged,
    confirm,
    pass,
    giveUp,
    payInvoice,
    /** Whether a customer's card is declined from now on. */
    decline(customer: string, isSo: boolean) {
      if (isSo) declined.add(customer);
      else declined.delete(customer);
    },
    /** Of an account at Stripe, by what they are. */
    subscriptions: (account: StripeAccount) => all(account, 'subscription'),
    invoices: (account: StripeAccount) => all(account, 'invoice'),
    sessions: (account: StripeAccount) => all(account, 'checkout.session'),
  };
}
