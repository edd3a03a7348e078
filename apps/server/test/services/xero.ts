import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDescribed, problemsOfAnswer, problemsOfRequest } from './xero-description.ts';

/**
 * What happens to a call on order: nothing of it is done, or it is done and the answer is lost or says otherwise; it is done as if it
 * had come twice; its answer waits until the next one has been given.
 */
type Manner =
  | 'drop before'
  | 'commit then drop'
  | 'fail before'
  | 'fail after'
  | 'twice'
  | 'answer late'
  | 'too many this minute'
  | 'too many today'
  | 'expired'
  | 'revoked';

interface Order {
  readonly manner: Manner;
  /** So many come through before. */
  after: number;
  /** Such as "PUT /Invoices" or "POST /connect/token"; undefined: any call of an organisation. */
  readonly of?: string | undefined;
  /** What happens here as it does, before anybody hears of it. */
  readonly meanwhile?: (() => void) | undefined;
  left: number;
}

type Fields = Record<string, unknown>;

interface Line extends Fields {
  LineItemID: string;
  Description: string;
  Quantity: number;
  UnitAmount: number;
  DiscountRate?: number;
  LineAmount: number;
  TaxAmount: number;
  TaxType: string;
  AccountCode: string;
}

interface Document {
  readonly id: string;
  readonly isCredit: boolean;
  number: string;
  reference: string;
  contact: string;
  date: string;
  due: string | null;
  status: 'DRAFT' | 'AUTHORISED' | 'PAID' | 'VOIDED';
  amountsAre: string;
  lines: Line[];
  changed: number;
  paidOn: string | null;
}

interface Payment {
  readonly id: string;
  readonly document: string;
  readonly account: string;
  readonly amount: number;
  readonly date: string;
  readonly reference: string;
  isDeleted: boolean;
  isReconciled: boolean;
  changed: number;
}

interface Allocation {
  readonly id: string;
  readonly creditNote: string;
  readonly invoice: string;
  readonly amount: number;
  readonly date: string;
}

interface Contact extends Fields {
  ContactID: string;
  Name: string;
  ContactStatus: string;
  changed: number;
}

/** The books of one business, as Xero keeps them. Money is whole cents here. */
export interface Organisation {
  readonly tenant: string;
  name: string;
  country: string;
  currency: string;
  /** NONE: not registered for GST. */
  basis: string;
  abn: string;
  lockDate: string | null;
  isDemo: boolean;
  /** As many as it lists on a page, however many are asked for. */
  mostOnPage: number;
  /** A name that it does not accept. */
  refusesName: string | null;
  readonly accounts: Fields[];
  readonly taxRates: Fields[];
  readonly contacts: Contact[];
  readonly documents: Document[];
  readonly payments: Payment[];
  readonly allocations: Allocation[];
  /** By key: what was asked, and what was answered. */
  readonly answered: Map<
    string,
    { readonly asked: string; readonly status: number; readonly answer: unknown }
  >;
  readonly calls: number[];
  underWay: number;
}

const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const DAY_MS = 86_400_000;

/** A chart of accounts and tax rates as a new Australian organisation has them. */
function australian(name: string, tenant: string): Organisation {
  const account = (Code: string, Name: string, Type: string, Class: string, more: Fields = {}) => ({
    AccountID: idOf(`${tenant} account ${Code}`),
    Code,
    Name,
    Type,
    Class,
    Status: 'ACTIVE',
    TaxType: Class === 'REVENUE' ? 'OUTPUT' : 'BASEXCLUDED',
    EnablePaymentsToAccount: false,
    ...more,
  });
  const rate = (TaxType: string, Name: string, EffectiveRate: number, isForSales = true) => ({
    Name,
    TaxType,
    Status: 'ACTIVE',
    EffectiveRate,
    DisplayTaxRate: EffectiveRate,
    CanApplyToRevenue: isForSales,
    TaxComponents: [{ Name: 'GST', Rate: EffectiveRate, IsCompound: false, IsNonRecoverable: false }],
  });
  return {
    tenant,
    name,
    country: 'AU',
    currency: 'AUD',
    basis: 'CASH',
    abn: '51824753556',
    lockDate: null,
    isDemo: false,
    mostOnPage: 1_000,
    refusesName: null,
    accounts: [
      account('090', 'Business Bank Account', 'BANK', 'ASSET', {
        BankAccountType: 'BANK',
        CurrencyCode: 'AUD',
      }),
      account('091', 'Business Savings Account', 'BANK', 'ASSET', {
        BankAccountType: 'BANK',
        CurrencyCode: 'AUD',
      }),
      account('200', 'Sales', 'REVENUE', 'REVENUE'),
      account('210', 'Labour Income', 'REVENUE', 'REVENUE'),
      account('260', 'Other Revenue', 'REVENUE', 'REVENUE'),
      account('404', 'Bank Fees', 'EXPENSE', 'EXPENSE'),
      account('429', 'General Expenses', 'EXPENSE', 'EXPENSE'),
      account('610', 'Accounts Receivable', 'CURRENT', 'ASSET', { SystemAccount: 'DEBTORS' }),
      account('670', 'Card Clearing', 'CURRENT', 'ASSET', { EnablePaymentsToAccount: true }),
      account('820', 'GST', 'CURRLIAB', 'LIABILITY', { SystemAccount: 'GST' }),
      account('299', 'Old Sales', 'REVENUE', 'REVENUE', { Status: 'ARCHIVED' }),
    ],
    taxRates: [
      rate('OUTPUT', 'GST on Income', 10),
      rate('INPUT', 'GST on Expenses', 10, false),
      rate('EXEMPTOUTPUT', 'GST Free Income', 0),
      rate('INPUTTAXED', 'Input Taxed', 0),
      rate('BASEXCLUDED', 'BAS Excluded', 0),
    ],
    contacts: [],
    documents: [],
    payments: [],
    allocations: [],
    answered: new Map(),
    calls: [],
    underWay: 0,
  };
}

export type XeroService = Awaited<ReturnType<typeof xeroService>>;

interface Request {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** What a person would be told who enters the same in Xero. */
class Invalid extends Error {}

/**
 * Xero as far as it is asked: sign-in with PKCE, tokens that run out and rotate, and the books of organisations. It keeps what it is
 * told, answers the same key once, and misbehaves on order. Where Xero's public description is at hand, every request and answer is held against
 * it; `close` fails where one was not as described.
 */
export async function xeroService({
  now = Date.now,
  limits = { minute: 60, atOnce: 5, day: 5_000 },
}: { now?: () => number; limits?: { minute: number; atOnce: number; day: number } } = {}) {
  const organisations: Organisation[] = [];
  /** Those that whoever consents ticks, and those that were allowed. */
  const allowed = new Map<string, string>();
  const codes = new Map<string, { challenge: string; returnTo: string; scopes: string[]; until: number }>();
  const access = new Map<string, { until: number; scopes: string[]; grant: string }>();
  const refresh = new Map<
    string,
    { grant: string; scopes: string[]; usedAt: number | null; madeAt: number }
  >();
  const grants = new Set<string>();
  const orders: Order[] = [];
  const requests: { method: string; path: string; key: string | undefined; status: number }[] = [];
  const problems: string[] = [];
  let late: (() => void)[] = [];
  let refreshed = 0;
  const clientId = 'muster-app';
  const clientSecret = 'secret-of-the-app';

  const server = createServer((incoming, response) => {
    void (async () => {
      const text = Buffer.concat((await incoming.toArray()) as Buffer[]).toString();
      const url = new URL(incoming.url ?? '/', 'http://xero.invalid');
      const request = { method: incoming.method ?? 'GET', url, headers: incoming.headers, text };
      const books = url.pathname.startsWith('/api.xro/2.0/');
      if (books) return keepBooks(request, response);
      const manner = url.pathname === '/connect/token' ? orderFor('POST /connect/token') : undefined;
      const answer = signIn(request);
      return manner === 'commit then drop' ? drop(response) : say(response, answer);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function say(response: ServerResponse, { status, body, headers = {} }: Answer): void {
    const isText = typeof body === 'string';
    response.writeHead(status, {
      'content-type': isText ? 'text/html; charset=utf-8' : 'application/json',
      ...headers,
    });
    response.end(isText ? body : body === undefined ? '' : JSON.stringify(body));
  }

  // Signing in.

  function signIn({ method, url: asked, headers, text }: Request): Answer {
    const form = new URLSearchParams(text);
    switch (`${method} ${asked.pathname}`) {
      case 'GET /identity/connect/authorize':
        return consentPage(asked.searchParams);
      case 'POST /consent':
        return consented(form);
      case 'POST /connect/token':
        return mayAsk(headers) ? giveTokens(form) : { status: 401, body: { error: 'invalid_client' } };
      case 'POST /connect/revocation': {
        if (!mayAsk(headers)) return { status: 401, body: { error: 'invalid_client' } };
        const known = refresh.get(form.get('token') ?? '');
        if (known) grants.delete(known.grant);
        return { status: 200 };
      }
      case 'GET /connections':
        if (!holderOf(headers)) return unauthorized();
        return {
          status: 200,
          body: organisations
            .filter(({ tenant }) => allowed.has(tenant))
            .map(({ tenant, name }) => ({
              id: allowed.get(tenant),
              authEventId: idOf('event'),
              tenantId: tenant,
              tenantType: 'ORGANISATION',
              tenantName: name,
              createdDateUtc: new Date(now()).toISOString(),
              updatedDateUtc: new Date(now()).toISOString(),
            })),
        };
      default: {
        const left = /^DELETE \/connections\/(.+)$/.exec(`${method} ${asked.pathname}`)?.[1];
        if (left === undefined) return { status: 404 };
        if (!holderOf(headers)) return unauthorized();
        const tenant = [...allowed].find(([, connection]) => connection === left)?.[0];
        if (tenant === undefined) return { status: 404 };
        allowed.delete(tenant);
        return { status: 204 };
      }
    }
  }

  /** What is wrong with what a browser was sent here with. */
  function problemOfConsent(asked: URLSearchParams): string | undefined {
    const get = (name: string) => asked.get(name) ?? '';
    if (get('client_id') !== clientId) return 'unauthorized_client';
    if (get('response_type') !== 'code') return 'unsupported_response_type';
    if (get('code_challenge_method') !== 'S256' || get('code_challenge').length !== 43)
      return 'invalid_request';
    if (get('state').length < 20) return 'invalid_request';
    const known = new Set([
      'offline_access',
      'accounting.invoices',
      'accounting.payments',
      'accounting.contacts',
      'accounting.settings.read',
    ]);
    return get('scope')
      .split(' ')
      .every((scope) => known.has(scope))
      ? undefined
      : 'invalid_scope';
  }

  function consentPage(asked: URLSearchParams): Answer {
    const problem = problemOfConsent(asked);
    if (problem !== undefined) return { status: 400, body: { error: problem } };
    const hidden = [...asked].map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
    );
    const choices = organisations.map(
      ({ tenant, name }) =>
        `<label><input type="checkbox" name="tenant" value="${tenant}" checked> ${escaped(name)}</label>`,
    );
    return {
      status: 200,
      body: `<!doctype html><html lang="en"><title>Xero (test)</title><h1>Muster wants access to</h1>
<form method="post" action="/consent">${hidden.join('')}${choices.join('<br>')}
<p><button name="answer" value="allow">Allow access</button> <button name="answer" value="cancel">Cancel</button></p></form></html>`,
    };
  }

  function consented(form: URLSearchParams): Answer {
    const back = new URL(form.get('redirect_uri')!);
    back.searchParams.set('state', form.get('state')!);
    if (form.get('answer') !== 'allow') back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      const [challenge, returnTo] = [form.get('code_challenge')!, form.get('redirect_uri')!];
      codes.set(code, {
        challenge,
        returnTo,
        scopes: form.get('scope')!.split(' '),
        until: now() + 5 * MINUTE_MS,
      });
      for (const tenant of form.getAll('tenant')) if (!allowed.has(tenant)) allowed.set(tenant, randomUUID());
      back.searchParams.set('code', code);
    }
    return { status: 303, headers: { location: back.href } };
  }

  function mayAsk(headers: IncomingMessage['headers']): boolean {
    return headers.authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  }

  function giveTokens(form: URLSearchParams): Answer {
    const refused = { status: 400, body: { error: 'invalid_grant' } };
    if (form.get('grant_type') === 'authorization_code') {
      const code = form.get('code') ?? '';
      const known = codes.get(code);
      codes.delete(code);
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (
        known?.challenge !== challenge ||
        known.returnTo !== form.get('redirect_uri') ||
        known.until < now()
      )
        return refused;
      const grant = randomUUID();
      grants.add(grant);
      return newTokens(grant, known.scopes);
    }
    const known = refresh.get(form.get('refresh_token') ?? '');
    if (!known || !grants.has(known.grant) || known.madeAt + 60 * DAY_MS < now()) return refused;
    if (known.usedAt !== null && known.usedAt + HALF_HOUR_MS < now()) return refused;
    known.usedAt ??= now();
    refreshed += 1;
    return newTokens(known.grant, known.scopes);
  }

  function newTokens(grant: string, scopes: string[]): Answer {
    const [one, other] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    access.set(one, { until: now() + HALF_HOUR_MS, scopes, grant });
    refresh.set(other, { grant, scopes, usedAt: null, madeAt: now() });
    const body = {
      access_token: one,
      refresh_token: other,
      expires_in: 1800,
      token_type: 'Bearer',
      scope: scopes.join(' '),
    };
    return { status: 200, body };
  }

  function holderOf(headers: IncomingMessage['headers']) {
    const known = access.get(headers.authorization?.replace(/^Bearer /, '') ?? '');
    return known && grants.has(known.grant) && known.until > now() ? known : undefined;
  }

  function unauthorized(): Answer {
    return {
      status: 401,
      body: { Title: 'Unauthorized', Status: 401, Detail: 'TokenExpired: token expired' },
    };
  }

  // The books.

  async function keepBooks(request: Request, response: ServerResponse): Promise<void> {
    const { method, url: asked, headers } = request;
    const path = asked.pathname.slice('/api.xro/2.0'.length);
    const described = path
      .replace(
        /^\/(Invoices|CreditNotes|Contacts|Payments)\/[^/]+/,
        (_, name: string) => `/${name}/{${name.slice(0, -1)}ID}`,
      )
      .replace(/\/Allocations\/[^/]+$/, '/Allocations/{AllocationID}');
    const manner = orderFor(`${method} ${described}`);
    if (manner === 'drop before') return drop(response);
    const answer = await answerOf(request, { path, described, manner });
    const key = headers['idempotency-key'];
    requests.push({ method, path, key: typeof key === 'string' ? key : undefined, status: answer.status });
    if (isDescribed)
      problems.push(
        ...problemsOfAnswer({ method, path: described }, answer.status, answer.body).map(
          (problem) => `${method} ${described}: ${problem}`,
        ),
      );
    if (manner === 'commit then drop') return drop(response);
    if (manner === 'fail after')
      return say(response, { status: 500, body: { Message: 'An error occurred' } });
    const waiting = late;
    late = [];
    if (manner === 'answer late') late.push(() => say(response, answer));
    else say(response, answer);
    for (const tell of waiting) tell();
  }

  function drop(response: ServerResponse): void {
    response.socket?.destroy();
  }

  function orderFor(call: string): Manner | undefined {
    const found = orders.find(
      ({ of, left }) => left > 0 && (of === undefined ? call !== 'POST /connect/token' : of === call),
    );
    if (found && found.after > 0) found.after -= 1;
    else if (found) {
      found.left -= 1;
      found.meanwhile?.();
      return found.manner;
    }
    return undefined;
  }

  async function answerOf(
    request: Request,
    { path, described, manner }: { path: string; described: string; manner: Manner | undefined },
  ): Promise<Answer> {
    const { method, url: asked, headers, text } = request;
    const holder = holderOf(headers);
    if (!holder || manner === 'expired') return unauthorized();
    const organisation = organisations.find(({ tenant }) => tenant === headers['xero-tenant-id']);
    if (manner === 'revoked' || !organisation || !allowed.has(organisation.tenant))
      return { status: 403, body: { Title: 'Forbidden', Status: 403, Detail: 'AuthenticationUnsuccessful' } };
    if (!holder.scopes.some((scope) => mayCall(scope, described, method)))
      return {
        status: 401,
        body: { Title: 'Unauthorized', Status: 401, Detail: 'AuthorizationUnsuccessful' },
      };
    const refused = overLimit(organisation, manner);
    if (refused) return refused;
    if (manner === 'fail before') return { status: 503, body: { Message: 'The organisation is offline' } };
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (isDescribed) {
      const wrong = problemsOfRequest(
        { method, path: described },
        { query: asked.searchParams, headers, body },
      );
      problems.push(...wrong.map((problem) => `${method} ${described}: ${problem}`));
      if (wrong.length > 0)
        return {
          status: 400,
          body: { ErrorNumber: 10, Type: 'QueryParseException', Message: wrong.join('; ') },
        };
    }
    organisation.underWay += 1;
    // Somebody else may call meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
    organisation.underWay -= 1;
    const once = () =>
      onceBy(organisation, request, () => done(organisation, { method, path, asked, headers, body }));
    if (manner === 'twice') once();
    const { status, answer } = once();
    const left = { 'x-daylimit-remaining': String(limits.day - organisation.calls.length) };
    const inMinute = organisation.calls.filter((at) => at > now() - MINUTE_MS).length;
    return {
      status,
      body: answer,
      headers: { ...left, 'x-minlimit-remaining': String(limits.minute - inMinute) },
    };
  }

  function overLimit(organisation: Organisation, manner: Manner | undefined): Answer | undefined {
    const { calls, underWay } = organisation;
    const at = now();
    while (calls.length > 0 && calls[0]! <= at - DAY_MS) calls.shift();
    const inMinute = calls.filter((one) => one > at - MINUTE_MS);
    const problem =
      manner === 'too many today' || calls.length >= limits.day
        ? 'day'
        : manner === 'too many this minute' || inMinute.length >= limits.minute
          ? 'minute'
          : underWay >= limits.atOnce
            ? 'concurrent'
            : undefined;
    if (problem === undefined) {
      calls.push(at);
      return undefined;
    }
    const wait = {
      day: 3600,
      minute: Math.ceil(((inMinute[0] ?? at) + MINUTE_MS - at) / 1000),
      concurrent: 1,
    }[problem];
    return {
      status: 429,
      headers: {
        'retry-after': String(wait),
        'x-rate-limit-problem': problem,
        'x-daylimit-remaining': String(problem === 'day' ? 0 : limits.day - calls.length),
        'x-minlimit-remaining': String(Math.max(0, limits.minute - inMinute.length)),
      },
    };
  }

  /** The same key is answered as it was answered before; with another request it is refused. */
  function onceBy(
    organisation: Organisation,
    { method, url: asked, headers, text }: Request,
    work: () => { status: number; answer: unknown },
  ): { status: number; answer: unknown } {
    const key = headers['idempotency-key'];
    if (typeof key !== 'string') return work();
    const question = `${method} ${asked.pathname} ${text}`;
    const before = organisation.answered.get(key);
    if (before && before.asked !== question)
      return refusal(['This idempotency key was used for another request.']);
    if (before) return before;
    const made = work();
    organisation.answered.set(key, { asked: question, ...made });
    return made;
  }

  function done(
    organisation: Organisation,
    {
      method,
      path,
      asked,
      headers,
      body,
    }: { method: string; path: string; asked: URL; headers: IncomingMessage['headers']; body: unknown },
  ): { status: number; answer: unknown } {
    const [, name = '', id, part, partId] = path.split('/');
    const books = booksOf(organisation, now);
    const listed: unknown = Object(body)[part ?? name];
    const rows = (Array.isArray(listed) ? listed : [Object(body)]) as Fields[];
    const isGentle = asked.searchParams.get('summarizeErrors') === 'false';
    const since = headers['if-modified-since'];
    const answers: Fields[] = [];
    for (const row of rows)
      try {
        const found = books.answer({ method, name, id, part, partId, row, asked: asked.searchParams, since });
        if (found === undefined) return { status: 404, answer: { Title: 'Not Found' } };
        answers.push(found);
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        if (!isGentle) return refusal([error.message]);
        const ValidationErrors = [{ Message: error.message }];
        answers.push({ [part ?? name]: [{ ...row, StatusAttributeString: 'ERROR', ValidationErrors }] });
      }
    const [first, ...others] = answers;
    const all = others.flatMap((one) => one[part ?? name] as Fields[]);
    const together = { [part ?? name]: [...((first?.[part ?? name] ?? []) as Fields[]), ...all] };
    return { status: 200, answer: { Status: 'OK', ...first, ...(others.length > 0 && together) } };
  }

  function organisation(name: string): Organisation {
    const made = australian(name, idOf(`organisation ${name} ${organisations.length}`));
    organisations.push(made);
    return made;
  }

  return {
    url,
    /** As the operator would set it. */
    settings: {
      XERO_CLIENT_ID: clientId,
      XERO_CLIENT_SECRET: clientSecret,
      XERO_URL: url,
      XERO_LOGIN_URL: url,
      XERO_IDENTITY_URL: url,
    },
    organisations,
    /** Another business that keeps its books here. */
    organisation,
    /** All calls of organisations so far. */
    requests,
    /** The organisations that Muster may use. */
    allowed: () => [...allowed.keys()],
    /** How often tokens were refreshed. */
    refreshed: () => refreshed,
    /** The next calls, or the next of one kind such as "PUT /Invoices", are met like this. */
    order(
      manner: Manner,
      {
        of,
        times = 1,
        after = 0,
        meanwhile,
      }: { of?: string; times?: number; after?: number; meanwhile?: () => void } = {},
    ) {
      orders.push({ manner, of, left: times, after, meanwhile });
    },
    /** What was ordered and has not happened is forgotten. */
    behave: () => void orders.splice(0),
    /** Nobody has entered anything yet. */
    empty(of: Organisation) {
      for (const rows of [of.contacts, of.documents, of.payments, of.allocations, of.calls]) rows.splice(0);
      of.answered.clear();
      of.lockDate = null;
    },
    /** Xero remembers keys for a while only. */
    forgetKeys() {
      for (const { answered } of organisations) answered.clear();
    },
    /** The owner takes back what was allowed, in Xero. */
    disconnect(of?: Organisation) {
      if (of) allowed.delete(of.tenant);
      else grants.clear();
    },
    /** What a browser does that was sent to Xero: the owner ticks these organisations, and is sent back; none: they cancel. */
    async consent(address: string, chosen: readonly Organisation[] = organisations): Promise<URL> {
      const asked = new URL(address);
      const problem =
        asked.pathname === '/identity/connect/authorize'
          ? problemOfConsent(asked.searchParams)
          : 'another address';
      if (problem !== undefined) throw new Error(`Xero refuses to ask for consent: ${problem}.`);
      const form = new URLSearchParams(asked.searchParams);
      form.set('answer', chosen.length > 0 ? 'allow' : 'cancel');
      for (const { tenant } of chosen) form.append('tenant', tenant);
      return new URL(consented(form).headers!['location']!);
    },
    /** Somebody enters something in Xero itself: as a call of ours would, but nobody counts it. */
    byHand(of: Organisation, method: 'PUT' | 'POST', path: string, row: Fields): Fields {
      const [, name = '', id, part] = path.split('/');
      const asked = new URLSearchParams();
      const given = { method, name, id, part, partId: undefined, row, asked, since: undefined };
      return (booksOf(of, now).answer(given) as Record<string, Fields[]>)[part ?? name]![0]!;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (problems.length > 0)
        throw new Error(`Not as Xero describes it:\n${[...new Set(problems)].join('\n')}`);
    },
  };
}

/** Which of the newer scopes opens a call. */
function mayCall(scope: string, path: string, method: string): boolean {
  const opens: Record<string, RegExp> = {
    'accounting.invoices': /^\/(Invoices|CreditNotes)/,
    'accounting.payments': /^\/Payments/,
    'accounting.contacts': /^\/Contacts/,
    'accounting.settings.read': /^\/(Accounts|TaxRates|Organisation)/,
  };
  return (opens[scope]?.test(path) ?? false) && (!scope.endsWith('.read') || method === 'GET');
}

function refusal(messages: readonly string[]): { status: number; answer: unknown } {
  return {
    status: 400,
    answer: {
      ErrorNumber: 10,
      Type: 'ValidationException',
      Message: 'A validation exception occurred',
      Elements: [{ ValidationErrors: messages.map((Message) => ({ Message })) }],
    },
  };
}

interface Asked {
  readonly method: string;
  readonly name: string;
  readonly id: string | undefined;
  readonly part: string | undefined;
  readonly partId: string | undefined;
  readonly row: Fields;
  readonly asked: URLSearchParams;
  readonly since: string | undefined;
}

/** What Xero does with an organisation's books. */
function booksOf(organisation: Organisation, now: () => number) {
  const { contacts, documents, payments, allocations, accounts, taxRates } = organisation;

  function answer(given: Asked): Fields | undefined {
    const { method, name, id, part } = given;
    if (method === 'GET') return read(given);
    if (name === 'Contacts') return { Contacts: [saveContact(given)] };
    if (name === 'Payments' && id !== undefined) return removePayment(id);
    if (name === 'Payments') return { Payments: [addPayment(given.row)] };
    if (part === 'Allocations')
      return method === 'DELETE' ? removeAllocation(given) : addAllocation(id!, given.row);
    return { [name]: [saveDocument(name === 'CreditNotes', given)] };
  }

  function read({ name, id, asked, since }: Asked): Fields | undefined {
    if (name === 'Organisation') return { Organisations: [organisationRow()] };
    if (name === 'Accounts') return { Accounts: accounts };
    if (name === 'TaxRates') return { TaxRates: taxRates };
    const all = {
      Contacts: contactRows,
      Invoices: invoiceRows,
      CreditNotes: creditRows,
      Payments: paymentRows,
    }[name]!();
    const idName = `${name.slice(0, -1)}ID`;
    if (id !== undefined) {
      const found = all.find(({ row }) => row[idName] === id);
      return found && { [name]: [found.row] };
    }
    const list = (parameter: string) => asked.get(parameter)?.split(',');
    const [ids, numbers] = [list('IDs'), list('InvoiceNumbers')];
    const rows = all
      .filter(({ row }) => !ids || ids.includes(String(row[idName])))
      .filter(({ row }) => !numbers || numbers.includes(textOf(row['InvoiceNumber'])))
      .filter(
        ({ row }) =>
          name !== 'Contacts' ||
          row['ContactStatus'] === 'ACTIVE' ||
          asked.get('includeArchived') === 'true' ||
          ids,
      )
      .filter(({ changed }) => since === undefined || changed >= Date.parse(since))
      .filter(({ row }) => fits(row, asked.get('where')))
      .toSorted(inOrder(asked.get('order')))
      .map(({ row }) => row);
    const page = Number(asked.get('page') ?? 1);
    const size = Math.min(Number(asked.get('pageSize') ?? 100), organisation.mostOnPage);
    return {
      pagination: { page, pageSize: size, pageCount: Math.ceil(rows.length / size), itemCount: rows.length },
      [name]: rows.slice((page - 1) * size, page * size),
    };
  }

  function organisationRow(): Fields {
    const { tenant, name, country, currency, basis, abn, lockDate, isDemo } = organisation;
    return {
      OrganisationID: tenant,
      Name: name,
      CountryCode: country,
      BaseCurrency: currency,
      SalesTaxBasis: basis,
      PaysTax: basis !== 'NONE',
      TaxNumber: abn,
      IsDemoCompany: isDemo,
      ...(lockDate !== null && { PeriodLockDate: ticksOf(lockDate) }),
    };
  }

  const contactRows = () =>
    contacts.map(({ changed, ...row }) => ({
      row: { ...row, UpdatedDateUTC: ticks(changed) } as Fields,
      changed,
    }));
  const invoiceRows = () =>
    documents
      .filter(({ isCredit }) => !isCredit)
      .map((one) => ({ row: documentRow(one), changed: one.changed }));
  const creditRows = () =>
    documents
      .filter(({ isCredit }) => isCredit)
      .map((one) => ({ row: documentRow(one), changed: one.changed }));
  const paymentRows = () => payments.map((one) => ({ row: paymentRow(one), changed: one.changed }));

  function saveContact({ method, row }: Asked): Fields {
    const name = textOf(row['Name']).trim();
    const own = typeof row['ContactID'] === 'string' ? row['ContactID'] : undefined;
    const known = contacts.find(({ ContactID }) => ContactID === own);
    if (own !== undefined && !known) throw new Invalid('The contact couldn’t be found.');
    if (!known && name === '') throw new Invalid('The contact name must be specified.');
    const taken = contacts.find(
      (one) =>
        one !== known && one.ContactStatus === 'ACTIVE' && one.Name.toLowerCase() === name.toLowerCase(),
    );
    if (name === organisation.refusesName) throw new Invalid('The contact name is not valid.');
    if (taken && name !== '')
      throw new Invalid(
        `The contact name ${name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
      );
    if (known && method === 'POST') {
      Object.assign(known, row, { changed: now() });
      return contactRows().find(({ row: it }) => it['ContactID'] === own)!.row;
    }
    const id = randomUUID();
    contacts.push({ ...row, Name: name, ContactID: id, ContactStatus: 'ACTIVE', changed: now() });
    return contactRows().at(-1)!.row;
  }

  function saveDocument(isCredit: boolean, { method, row }: Asked): Fields {
    const idName = isCredit ? 'CreditNoteID' : 'InvoiceID';
    const known = documents.find((one) => one.isCredit === isCredit && one.id === row[idName]);
    if (method === 'POST' && known) return documentRow(changeDocument(known, row));
    const number = textOf(row[isCredit ? 'CreditNoteNumber' : 'InvoiceNumber']);
    if (documents.some((one) => one.isCredit === isCredit && one.number === number))
      throw new Invalid(`${isCredit ? 'Credit note' : 'Invoice'} # must be unique.`);
    const contact = contacts.find(({ ContactID }) => ContactID === Object(row['Contact'])['ContactID']);
    if (contact?.ContactStatus !== 'ACTIVE') throw new Invalid('The contact is archived or doesn’t exist.');
    const date = textOf(row['Date']);
    refuseLocked(date);
    const amountsAre = textOf(row['LineAmountTypes']) || 'Exclusive';
    const made: Document = {
      id: randomUUID(),
      isCredit,
      number,
      reference: textOf(row['Reference']),
      contact: contact.ContactID,
      date,
      due: typeof row['DueDate'] === 'string' ? row['DueDate'] : null,
      status: row['Status'] === 'AUTHORISED' ? 'AUTHORISED' : 'DRAFT',
      amountsAre,
      lines: ((row['LineItems'] ?? []) as Fields[]).map((line) => lineOf(line, amountsAre)),
      changed: now(),
      paidOn: null,
    };
    if (!isCredit && made.due === null && made.status === 'AUTHORISED')
      throw new Invalid('The DueDate must be specified.');
    if (made.lines.length === 0) throw new Invalid('One or more line items must be specified.');
    documents.push(made);
    settle(made);
    return documentRow(made);
  }

  /** Of what has been approved only the status, the reference and dates may change here. */
  function changeDocument(known: Document, row: Fields): Document {
    refuseLocked(known.date);
    if (row['Status'] === 'VOIDED') {
      if (paidOf(known) > 0 || creditedOf(known) > 0)
        throw new Invalid(
          'This document cannot be voided as it has a payment or credit note allocated to it.',
        );
      known.status = 'VOIDED';
    }
    if (typeof row['DueDate'] === 'string') known.due = row['DueDate'];
    if (typeof row['Reference'] === 'string') known.reference = row['Reference'];
    if (Array.isArray(row['LineItems']) && paidOf(known) === 0)
      known.lines = (row['LineItems'] as Fields[]).map((line) => lineOf(line, known.amountsAre));
    known.changed = now();
    return known;
  }

  function lineOf(line: Fields, amountsAre: string): Line {
    const [quantity, price, discount] = [
      Number(line['Quantity'] ?? 1),
      Number(line['UnitAmount'] ?? 0),
      Number(line['DiscountRate'] ?? 0),
    ];
    const account = accounts.find((one) => one['Code'] === line['AccountCode'] && one['Status'] === 'ACTIVE');
    if (!account)
      throw new Invalid(
        `Account code '${textOf(line['AccountCode'])}' is not a valid code for this document.`,
      );
    const rate = taxRates.find((one) => one['TaxType'] === line['TaxType'] && one['Status'] === 'ACTIVE');
    if (!rate?.['CanApplyToRevenue'])
      throw new Invalid(
        `The TaxType code '${textOf(line['TaxType'])}' does not exist or cannot be used for this type of transaction.`,
      );
    const expected = Math.round(Math.round(quantity * price * (100 - discount) * 1e6) / 1e6);
    const amount = Math.round(Number(line['LineAmount'] ?? expected / 100) * 100);
    if (Math.abs(amount - expected) > 1)
      throw new Invalid(
        `The line total ${amount / 100} does not match the expected line total ${expected / 100}`,
      );
    const percent = amountsAre === 'NoTax' ? 0 : Number(rate['EffectiveRate']);
    const tax =
      amountsAre === 'Inclusive'
        ? Math.round((amount * percent) / (100 + percent))
        : Math.round((amount * percent) / 100);
    return {
      LineItemID: randomUUID(),
      Description: textOf(line['Description']),
      Quantity: quantity,
      UnitAmount: price,
      ...(discount !== 0 && { DiscountRate: discount }),
      LineAmount: amount,
      TaxAmount:
        typeof line['TaxAmount'] === 'number' && percent > 0 ? Math.round(line['TaxAmount'] * 100) : tax,
      TaxType: textOf(line['TaxType']),
      AccountCode: textOf(line['AccountCode']),
    };
  }

  function addPayment(row: Fields): Fields {
    const id = Object(row['Invoice'])['InvoiceID'] ?? Object(row['CreditNote'])['CreditNoteID'];
    const document = documents.find((one) => one.id === id);
    if (document?.status !== 'AUTHORISED')
      throw new Invalid('Payments can only be made against Authorised documents');
    const account = accounts.find((one) => one['AccountID'] === Object(row['Account'])['AccountID']);
    if (
      account?.['Status'] !== 'ACTIVE' ||
      !(account['Type'] === 'BANK' || account['EnablePaymentsToAccount'] === true)
    )
      throw new Invalid('The account must be a bank account or an account that payments are enabled for.');
    const [amount, date] = [Math.round(Number(row['Amount']) * 100), textOf(row['Date'])];
    refuseLocked(date);
    if (amount <= 0) throw new Invalid('Payment amount must be greater than zero.');
    if (amount > owedOf(document))
      throw new Invalid('Payment amount exceeds the amount outstanding on this document');
    const made: Payment = {
      id: randomUUID(),
      document: document.id,
      account: textOf(account['AccountID']),
      amount,
      date,
      reference: textOf(row['Reference']),
      isDeleted: false,
      isReconciled: false,
      changed: now(),
    };
    payments.push(made);
    settle(document);
    return paymentRow(made);
  }

  function removePayment(id: string): Fields | undefined {
    const payment = payments.find((one) => one.id === id);
    if (!payment) return undefined;
    if (payment.isDeleted) throw new Invalid('This payment has already been deleted.');
    refuseLocked(payment.date);
    payment.isDeleted = true;
    payment.changed = now();
    settle(documents.find((one) => one.id === payment.document)!);
    return { Payments: [paymentRow(payment)] };
  }

  function addAllocation(id: string, row: Fields): Fields {
    const note = documents.find((one) => one.isCredit && one.id === id);
    const invoice = documents.find((one) => !one.isCredit && one.id === Object(row['Invoice'])['InvoiceID']);
    if (note?.status !== 'AUTHORISED' || invoice?.status !== 'AUTHORISED')
      throw new Invalid('Credit notes can only be allocated to Authorised documents');
    const amount = Math.round(Number(row['Amount']) * 100);
    if (amount > owedOf(note) || amount > owedOf(invoice))
      throw new Invalid('The amount allocated exceeds the remaining credit or the amount outstanding.');
    const made: Allocation = {
      id: randomUUID(),
      creditNote: note.id,
      invoice: invoice.id,
      amount,
      date: textOf(row['Date']),
    };
    refuseLocked(made.date);
    allocations.push(made);
    settle(note);
    settle(invoice);
    return { Allocations: [allocationRow(made)] };
  }

  function removeAllocation({ id, partId }: Asked): Fields | undefined {
    const at = allocations.findIndex((one) => one.creditNote === id && one.id === partId);
    if (at === -1) return undefined;
    const [gone] = allocations.splice(at, 1);
    for (const one of documents) if ([gone!.creditNote, gone!.invoice].includes(one.id)) settle(one);
    return {
      AllocationID: gone!.id,
      Invoice: { InvoiceID: gone!.invoice },
      Amount: gone!.amount / 100,
      Date: ticksOf(gone!.date),
      IsDeleted: true,
    };
  }

  function refuseLocked(date: string): void {
    const { lockDate } = organisation;
    if (lockDate !== null && date <= lockDate)
      throw new Invalid('The document date cannot be before the period lock date.');
  }

  /** Paid follows from what is left; a date where it became so. */
  function settle(document: Document): void {
    document.changed = now();
    if (!['AUTHORISED', 'PAID'].includes(document.status)) return;
    const isPaid = owedOf(document) === 0;
    document.status = isPaid ? 'PAID' : 'AUTHORISED';
    const dates = [
      ...payments.filter((one) => one.document === document.id && !one.isDeleted).map(({ date }) => date),
      ...allocations
        .filter((one) => [one.creditNote, one.invoice].includes(document.id))
        .map(({ date }) => date),
    ];
    document.paidOn = isPaid ? (dates.toSorted().at(-1) ?? document.date) : null;
  }

  function totalOf({ lines, amountsAre }: Document): { net: number; tax: number; total: number } {
    const sum = (of: (line: Line) => number) => lines.reduce((added, line) => added + of(line), 0);
    const [amounts, tax] = [
      sum((line) => line.LineAmount),
      amountsAre === 'NoTax' ? 0 : sum((line) => line.TaxAmount),
    ];
    const total = amountsAre === 'Inclusive' ? amounts : amounts + tax;
    return { net: total - tax, tax, total };
  }

  function paidOf({ id }: Document): number {
    return payments
      .filter((one) => one.document === id && !one.isDeleted)
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  function creditedOf({ id }: Document): number {
    return allocations
      .filter((one) => one.invoice === id || one.creditNote === id)
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  function owedOf(document: Document): number {
    return totalOf(document).total - paidOf(document) - creditedOf(document);
  }

  function documentRow(document: Document): Fields {
    const {
      id,
      isCredit,
      number,
      reference,
      contact,
      date,
      due,
      status,
      amountsAre,
      lines,
      changed,
      paidOn,
    } = document;
    const { net, tax, total } = totalOf(document);
    const own = payments.filter((one) => one.document === id && !one.isDeleted);
    const common = {
      Reference: reference,
      Contact: { ContactID: contact, Name: contacts.find((one) => one.ContactID === contact)?.Name ?? '' },
      Date: ticksOf(date),
      Status: status,
      LineAmountTypes: amountsAre,
      LineItems: lines.map((line) => {
        const { LineAmount, TaxAmount } = line;
        return Object.assign({}, line, { LineAmount: LineAmount / 100, TaxAmount: TaxAmount / 100 });
      }),
      SubTotal: net / 100,
      TotalTax: tax / 100,
      Total: total / 100,
      CurrencyCode: organisation.currency,
      UpdatedDateUTC: ticks(changed),
      Payments: own.map((one) => ({
        PaymentID: one.id,
        Date: ticksOf(one.date),
        Amount: one.amount / 100,
        Reference: one.reference,
      })),
      ...(paidOn !== null && { FullyPaidOnDate: ticksOf(paidOn) }),
    };
    if (isCredit)
      return {
        Type: 'ACCRECCREDIT',
        CreditNoteID: id,
        CreditNoteNumber: number,
        ...common,
        RemainingCredit: owedOf(document) / 100,
        Allocations: allocations.filter((one) => one.creditNote === id).map(allocationRow),
      };
    return {
      Type: 'ACCREC',
      InvoiceID: id,
      InvoiceNumber: number,
      ...common,
      ...(due !== null && { DueDate: ticksOf(due) }),
      AmountDue: status === 'VOIDED' ? 0 : owedOf(document) / 100,
      AmountPaid: paidOf(document) / 100,
      AmountCredited: creditedOf(document) / 100,
      CreditNotes: allocations
        .filter((one) => one.invoice === id)
        .map((one) => ({ CreditNoteID: one.creditNote, AppliedAmount: one.amount / 100 })),
    };
  }

  function paymentRow({
    id,
    document,
    account,
    amount,
    date,
    reference,
    isDeleted,
    isReconciled,
    changed,
  }: Payment): Fields {
    const paid = documents.find((one) => one.id === document)!;
    return {
      PaymentID: id,
      Date: ticksOf(date),
      Amount: amount / 100,
      BankAmount: amount / 100,
      Reference: reference,
      CurrencyRate: 1,
      PaymentType: paid.isCredit ? 'ARCREDITPAYMENT' : 'ACCRECPAYMENT',
      Status: isDeleted ? 'DELETED' : 'AUTHORISED',
      IsReconciled: isReconciled,
      UpdatedDateUTC: ticks(changed),
      Account: {
        AccountID: account,
        Code: String(accounts.find((one) => one['AccountID'] === account)!['Code']),
      },
      Invoice: {
        Type: paid.isCredit ? 'ACCRECCREDIT' : 'ACCREC',
        InvoiceID: paid.id,
        InvoiceNumber: paid.number,
      },
    };
  }

  function allocationRow({ id, creditNote, invoice, amount, date }: Allocation): Fields {
    return {
      AllocationID: id,
      Amount: amount / 100,
      Date: ticksOf(date),
      Invoice: { InvoiceID: invoice, InvoiceNumber: documents.find((one) => one.id === invoice)!.number },
      CreditNote: { CreditNoteID: creditNote },
    };
  }

  return { answer };
}

/** The filters that we use: of fields that are a text or an id, and from a day on. */
function fits(row: Fields, where: string | null): boolean {
  if (where === null) return true;
  const either = splitAt(' OR ', where);
  if (either.length > 1) return either.some((one) => fits(row, one));
  return splitAt(' AND ', where).every((one) => {
    const [, of = '', start] = /^(\w+)\.StartsWith\("((?:[^"\\]|\\.)*)"\)$/.exec(one) ?? [];
    if (start !== undefined) return textOf(row[of]).startsWith(start.replaceAll(/\\(.)/g, '$1'));
    const [, year, month, day] = /^Date>=DateTime\((\d+),(\d+),(\d+)\)$/.exec(one) ?? [];
    if (day !== undefined)
      return (
        Number(/\d+/.exec(textOf(row['Date']))?.[0]) >= Date.UTC(Number(year), Number(month) - 1, Number(day))
      );
    const [, path = '', text] = /^([\w.]+)==(?:guid\()?"((?:[^"\\]|\\.)*)"\)?$/.exec(one) ?? [];
    if (text === undefined) throw new Invalid(`The filter ${one} makes no sense.`);
    const value = path.split('.').reduce<unknown>((at, name) => Object(at)[name], row);
    return textOf(value) === text.replaceAll(/\\(.)/g, '$1');
  });
}

/** What stands before, between and after a word, which means nothing within a quoted text. */
function splitAt(word: string, where: string): string[] {
  const parts = [''];
  for (const [piece] of where.matchAll(/"(?:[^"\\]|\\.)*"|[^"]+/g)) {
    const [first = '', ...rest] = piece.startsWith('"') ? [piece] : piece.split(word);
    parts.push(`${parts.pop()}${first}`, ...rest);
  }
  return parts;
}

/** As it is asked to be; otherwise as it was made. */
function inOrder(order: string | null) {
  const [by = ''] = order?.split(' ') ?? [];
  return (one: { row: Fields; changed: number }, other: { row: Fields; changed: number }) =>
    by === 'UpdatedDateUTC'
      ? one.changed - other.changed
      : textOf(one.row[by]).localeCompare(textOf(other.row[by]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function ticks(at: number): string {
  return `/Date(${at}+0000)/`;
}

function ticksOf(day: string): string {
  return ticks(Date.parse(`${day.slice(0, 10)}T00:00:00Z`));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** The same for the same text, so that two runs have the same ids. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
