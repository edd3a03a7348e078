import { createHash } from 'node:crypto';
import { askedPause } from '@muster/domain/basics/deliveries/rules';
import type { Settings } from '../settings.ts';
import { field, readText } from './outside-service.ts';

/** The operator's own app at Xero, and where Xero is. */
export interface XeroApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly url: string;
  readonly loginUrl: string;
  readonly identityUrl: string;
}

type XeroSettings = Pick<
  Settings,
  'XERO_CLIENT_ID' | 'XERO_CLIENT_SECRET' | 'XERO_URL' | 'XERO_LOGIN_URL' | 'XERO_IDENTITY_URL'
>;

/** Undefined where the operator has registered none: then no business can connect. */
export function xeroAppOf(settings: XeroSettings): XeroApp | undefined {
  const { XERO_CLIENT_ID: clientId, XERO_CLIENT_SECRET: clientSecret } = settings;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const { XERO_URL: url, XERO_LOGIN_URL: loginUrl, XERO_IDENTITY_URL: identityUrl } = settings;
  return { clientId, clientSecret, url, loginUrl, identityUrl };
}

/**
 * Why a call came to nothing.
 * - `unreachable`: nothing has left. `unknown`: it has left, and nobody said what became of it: look before doing it again.
 * - `busy`: a limit of calls is reached; `retryAfter` says for how long.
 * - `expired`: the access token is over. `reconnect`: an owner has to connect again. `operator`: the app itself is refused.
 * - `missing`: it is not there. `refused`: Xero says no, in its own words.
 */
type XeroFault =
  | 'unreachable'
  | 'unknown'
  | 'busy'
  | 'expired'
  | 'reconnect'
  | 'operator'
  | 'missing'
  | 'refused';

export class XeroError extends Error {
  readonly kind: XeroFault;
  /** Seconds for which nothing should be asked; 0 where Xero has not said. */
  readonly retryAfter: number;
  constructor(kind: XeroFault, words: string, retryAfter = 0) {
    super(words);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

const ANSWER_MS = 20_000;
/** A page of a hundred invoices with their lines is some hundred kilobytes. */
const MOST_BYTES = 8_000_000;
/** Nothing of a request has left where it ended so. */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

interface Question {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Asks once. Follows no redirect: tokens go to the configured address alone. */
async function ask(address: URL, { method, headers, body }: Question): Promise<Reply> {
  try {
    const response = await fetch(address, {
      method,
      redirect: 'manual',
      headers: { accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = response.body === null ? '' : await readText(response.body, MOST_BYTES);
    return { status: response.status, headers: response.headers, body: parsed(text) };
  } catch (error) {
    const code: unknown = field(field(error, 'cause'), 'code');
    if (typeof code === 'string' && NOT_REACHED.has(code))
      throw new XeroError('unreachable', `We couldn’t reach Xero (${code}).`);
    throw new XeroError('unknown', 'Xero didn’t answer in time, so it may have happened.');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Who may use an organisation: OAuth 2 with PKCE.

/** What whoever connects lets Muster do, by the names that apps made since March 2026 ask with. */
const SCOPES = [
  'accounting.invoices',
  'accounting.payments',
  'accounting.contacts',
  'accounting.settings.read',
  'offline_access',
];

export interface XeroTokens {
  readonly access: string;
  /** Good for 60 days, once; the one before it is good for another half hour, should the answer have been lost. */
  readonly refresh: string;
  /** When the access token is over, in milliseconds since 1970. */
  readonly until: number;
}

/** Where a browser is sent to let Muster use an organisation. */
export function xeroConsentUrl(
  { clientId, loginUrl }: XeroApp,
  { returnTo, state, verifier }: { returnTo: string; state: string; verifier: string },
): string {
  const url = new URL(`${loginUrl}/identity/connect/authorize`);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: returnTo,
    scope: SCOPES.join(' '),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  return url.href;
}

/** The code that came back with the browser becomes tokens, for whoever knows the verifier. */
export function exchangeXeroCode(
  app: XeroApp,
  { code, verifier, returnTo }: { code: string; verifier: string; returnTo: string },
  now: () => number,
): Promise<XeroTokens> {
  return askForTokens(
    app,
    { grant_type: 'authorization_code', code, redirect_uri: returnTo, code_verifier: verifier },
    now,
  );
}

export function refreshXeroTokens(app: XeroApp, refresh: string, now: () => number): Promise<XeroTokens> {
  return askForTokens(app, { grant_type: 'refresh_token', refresh_token: refresh }, now);
}

const NOT_CONNECTED = 'Xero no longer lets Muster in. Reconnect to go on.';

async function askForTokens(
  app: XeroApp,
  form: Readonly<Record<string, string>>,
  now: () => number,
): Promise<XeroTokens> {
  const asked = now();
  const { status, headers, body } = await ask(new URL(`${app.identityUrl}/connect/token`), {
    method: 'POST',
    headers: formHeaders(app),
    body: new URLSearchParams(form).toString(),
  });
  const [access, refresh, seconds] = [
    textIn(body, 'access_token'),
    textIn(body, 'refresh_token'),
    field(body, 'expires_in'),
  ];
  if (status === 200 && access !== '' && refresh !== '' && typeof seconds === 'number')
    return { access, refresh, until: asked + seconds * 1000 };
  const error = textIn(body, 'error');
  if (error === 'invalid_grant') throw new XeroError('reconnect', NOT_CONNECTED);
  if (error === 'invalid_client' || error === 'unauthorized_client')
    throw new XeroError('operator', 'Xero doesn’t accept this server’s client ID and secret.');
  if (status === 429)
    throw new XeroError('busy', TOO_MANY, askedPause(headers.get('retry-after') ?? undefined, now()));
  throw new XeroError('unknown', `Xero’s sign-in service answered with ${status}.`);
}

/** What was allowed is taken back at Xero as well. */
export async function revokeXeroTokens(app: XeroApp, refresh: string): Promise<void> {
  const { status } = await ask(new URL(`${app.identityUrl}/connect/revocation`), {
    method: 'POST',
    headers: formHeaders(app),
    body: new URLSearchParams({ token: refresh }).toString(),
  });
  if (status !== 200) throw new XeroError('unknown', `Xero’s sign-in service answered with ${status}.`);
}

function formHeaders({ clientId, clientSecret }: XeroApp): Record<string, string> {
  const login = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  return {
    authorization: `Basic ${login.toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
}

// What is asked of an organisation. Money is whole cents here, and decimals on the wire; days are dates.

/** An organisation that whoever connected has let Muster use. */
export interface XeroTenant {
  /** Of what was allowed: to take it back. */
  readonly connection: string;
  readonly tenant: string;
  readonly name: string;
}

export interface XeroOrganisation {
  readonly id: string;
  readonly name: string;
  readonly abn: string;
  /** Such as AU. */
  readonly country: string;
  readonly currency: string;
  readonly isGstRegistered: boolean;
  readonly isDemo: boolean;
  /** Nothing can be entered on this day or before; null: nothing is locked. */
  readonly lockedThrough: string | null;
}

interface XeroAccount {
  readonly id: string;
  /** Bank accounts may have none. */
  readonly code: string;
  readonly name: string;
  readonly type: string;
  /** Such as REVENUE. */
  readonly class: string;
  readonly isActive: boolean;
  readonly takesPayments: boolean;
}

interface XeroTaxRate {
  readonly type: string;
  readonly name: string;
  readonly rate: number;
  readonly isActive: boolean;
  readonly isForSales: boolean;
}

interface XeroContact {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly abn: string;
  readonly isActive: boolean;
  /** Null: it is itself. */
  readonly mergedInto: string | null;
}

export interface XeroNewContact {
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly abn: string;
  readonly phone: string;
  /** In lines, as on an envelope. */
  readonly address: string;
}

interface XeroLine {
  readonly description: string;
  readonly quantity: number;
  /** In dollars, with four decimals at most. */
  readonly unitAmount: number;
  /** In percent. */
  readonly discountRate: number;
  readonly lineAmount: number;
  readonly taxAmount: number;
  readonly taxType: string;
  readonly account: string;
}

export interface XeroNewDocument {
  readonly number: string;
  readonly reference: string;
  readonly contact: string;
  readonly date: string;
  /** Null on a credit note. */
  readonly due: string | null;
  readonly amountsAre: 'Inclusive' | 'Exclusive' | 'NoTax';
  readonly lines: readonly XeroLine[];
}

interface XeroDocument {
  readonly id: string;
  readonly number: string;
  readonly reference: string;
  readonly status: 'DRAFT' | 'SUBMITTED' | 'AUTHORISED' | 'PAID' | 'VOIDED' | 'DELETED';
  readonly contact: string;
  readonly date: string | null;
  readonly total: number;
  readonly tax: number;
  readonly currency: string;
  readonly lines: readonly XeroLine[];
  readonly payments: readonly {
    readonly id: string;
    readonly amount: number;
    readonly date: string | null;
  }[];
  readonly paidOn: string | null;
  /** In milliseconds since 1970. */
  readonly changedAt: number;
}

interface XeroInvoice extends XeroDocument {
  readonly isSale: boolean;
  readonly due: string | null;
  readonly owed: number;
  readonly paid: number;
  readonly credited: number;
}

interface XeroCreditNote extends XeroDocument {
  readonly left: number;
  readonly allocations: readonly XeroAllocation[];
}

interface XeroAllocation {
  /** Empty where Xero does not tell. */
  readonly id: string;
  readonly invoice: string;
  readonly amount: number;
  readonly date: string | null;
}

export interface XeroPayment {
  readonly id: string;
  /** The invoice that it pays, or the credit note that it refunds. */
  readonly document: string;
  readonly isRefund: boolean;
  readonly account: string;
  readonly date: string | null;
  readonly amount: number;
  readonly reference: string;
  readonly isDeleted: boolean;
  readonly isReconciled: boolean;
  readonly changedAt: number;
}

export interface XeroNewPayment {
  readonly invoice?: string;
  readonly creditNote?: string;
  readonly account: string;
  readonly date: string;
  readonly amount: number;
  readonly reference: string;
}

/** A part of a list; whether there is more after it. */
export interface XeroPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

interface Listing {
  /** From 1 on. */
  readonly page?: number;
  /** A hundred unless told; a thousand at most. */
  readonly pageSize?: number;
  /** Only what was changed since then, in milliseconds since 1970. */
  readonly since?: number;
}

/** How many calls are left, where an answer says so. */
export interface XeroLimits {
  readonly leftToday: number | null;
  readonly leftThisMinute: number | null;
}

interface Written<Row> {
  /** Of the list in the answer, where it is not called as the path. */
  readonly name?: string;
  readonly key: string;
  readonly read: (it: unknown) => Row;
}

interface Session {
  readonly app: XeroApp;
  readonly access: string;
  readonly tenant: string;
  readonly now: () => number;
  /** Told with every answer. */
  readonly limits?: (left: XeroLimits) => void;
}

export const TOO_MANY = 'Xero is busy. We’ll try again shortly.';
const SENSELESS = 'Xero’s answer doesn’t make sense.';

/** The organisations that an access token opens. */
export async function listXeroTenants(
  app: XeroApp,
  access: string,
  now: () => number,
): Promise<XeroTenant[]> {
  const reply = await ask(new URL(`${app.url}/connections`), {
    method: 'GET',
    headers: { authorization: `Bearer ${access}` },
  });
  if (reply.status !== 200 || !Array.isArray(reply.body)) throw faultOf(reply, now());
  return reply.body.flatMap((one: unknown) =>
    textIn(one, 'tenantType') === 'ORGANISATION'
      ? [{ connection: textIn(one, 'id'), tenant: textIn(one, 'tenantId'), name: textIn(one, 'tenantName') }]
      : [],
  );
}

/** Takes back that Muster may use one organisation; one that is gone is fine. */
export async function leaveXeroTenant(
  app: XeroApp,
  { access, connection }: { access: string; connection: string },
  now: () => number,
): Promise<void> {
  const reply = await ask(new URL(`${app.url}/connections/${encodeURIComponent(connection)}`), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${access}` },
  });
  if (reply.status !== 204 && reply.status !== 404) throw faultOf(reply, now());
}

export type Xero = ReturnType<typeof openXero>;

/** The calls of one organisation: one request each, which is never sent again by itself. Each write names the key that makes it happen once. */
export function openXero(session: Session) {
  const { app, access, tenant, now, limits } = session;

  async function call(
    method: Question['method'],
    path: string,
    {
      query = {},
      since,
      body,
      key,
    }: {
      query?: Record<string, string | number>;
      since?: number | undefined;
      body?: object;
      key?: string;
    } = {},
  ): Promise<unknown> {
    const address = new URL(`${app.url}/api.xro/2.0/${path}`);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
    const reply = await ask(address, {
      method,
      headers: {
        authorization: `Bearer ${access}`,
        'xero-tenant-id': tenant,
        ...(since !== undefined && { 'if-modified-since': `${new Date(since).toISOString().slice(0, 19)}Z` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    limits?.({
      leftToday: numberOrNull(reply.headers.get('x-daylimit-remaining')),
      leftThisMinute: numberOrNull(reply.headers.get('x-minlimit-remaining')),
    });
    if (reply.status !== 200) throw faultOf(reply, now());
    return reply.body;
  }

  async function list<Row>(
    path: string,
    read: (it: unknown) => Row,
    { page = 1, since, ...query }: Listing & Record<string, string | number | undefined> = {},
  ): Promise<XeroPage<Row>> {
    const given = Object.entries(query).filter(
      (one): one is [string, string | number] => one[1] !== undefined,
    );
    const body = await call('GET', path, {
      query: { ...Object.fromEntries(given), ...decimals(path), page },
      since,
    });
    const pages = field(field(body, 'pagination'), 'pageCount');
    return { rows: rowsIn(body, path).map(read), hasMore: typeof pages === 'number' && page < pages };
  }

  async function one<Row>(path: string, id: string, read: (it: unknown) => Row): Promise<Row> {
    const body = await call('GET', `${path}/${encodeURIComponent(id)}`, { query: decimals(path) });
    return read(firstIn(body, path));
  }

  /**
   * With `summarizeErrors=false` a refused element comes back beside its reasons, in an answer that is fine: each stands for itself. Which
   * one is which is told by the field that we name it by.
   */
  async function writeAll<Row>(
    method: 'PUT' | 'POST',
    path: string,
    { name = path, rows, by, key, read }: Written<Row> & { rows: readonly object[]; by: string },
  ): Promise<(Row | XeroError)[]> {
    const body = await call(method, path, {
      query: { summarizeErrors: 'false', ...decimals(path) },
      body: { [name]: rows },
      key,
    });
    const written = rowsIn(body, name);
    return rows.map((row) => {
      const own = rows.length === 1 ? written[0] : written.find((one) => textIn(one, by) === textIn(row, by));
      if (own === undefined) throw new XeroError('unknown', SENSELESS);
      const problems = problemsIn(own);
      return textIn(own, 'StatusAttributeString') === 'ERROR' || problems.length > 0
        ? new XeroError('refused', problems.join(' ') || 'Xero refused it without saying why.')
        : read(own);
    });
  }

  async function write<Row>(
    method: 'PUT' | 'POST',
    path: string,
    { row, ...given }: Written<Row> & { row: object },
  ): Promise<Row> {
    const [written] = await writeAll(method, path, { ...given, rows: [row], by: '' });
    if (written instanceof XeroError) throw written;
    return written!;
  }

  return {
    organisation: async () => organisationOf(firstIn(await call('GET', 'Organisation'), 'Organisations')),
    accounts: async () => rowsIn(await call('GET', 'Accounts'), 'Accounts').map(accountOf),
    taxRates: async () => rowsIn(await call('GET', 'TaxRates'), 'TaxRates').map(taxRateOf),

    contact: (id: string) => one('Contacts', id, contactOf),
    /**
     * Those with this number, ABN, email address or name, with this name or this name and a number behind it, or with these ids; archived
     * ones too where they are asked for.
     */
    contacts: (
      asked: Listing & {
        by?: { field: 'ContactNumber' | 'TaxNumber' | 'EmailAddress' | 'Name'; is: string };
        numbered?: string;
        ids?: readonly string[];
        archived?: boolean;
      } = {},
    ) => {
      const { by, numbered, ids, archived, ...listing } = asked;
      return list('Contacts', contactOf, {
        ...listing,
        order: archived && ids === undefined ? 'ContactID ASC' : undefined,
        where:
          numbered === undefined
            ? by && `${by.field}==${quoted(by.is)}`
            : `Name==${quoted(numbered)} OR Name.StartsWith(${quoted(`${numbered} (`)})`,
        IDs: ids?.join(','),
        includeArchived: archived ? 'true' : undefined,
      });
    },
    /** A name that another contact has is refused. */
    createContacts: (contacts: readonly XeroNewContact[], key: string) =>
      writeAll('PUT', 'Contacts', {
        rows: contacts.map(contactRow),
        by: 'ContactNumber',
        key,
        read: contactOf,
      }),
    changeContact: (id: string, contact: XeroNewContact, key: string) =>
      write('POST', 'Contacts', {
        row: { ContactID: id, ...contactRow(contact) },
        key,
        read: contactOf,
      }),

    invoice: (id: string) => one('Invoices', id, invoiceOf),
    /** Bills too, unless it is asked for what was sold from a day on, or for what was sold and changed. */
    invoices: (
      asked: Listing & { numbers?: readonly string[]; ids?: readonly string[]; from?: string } = {},
    ) => {
      const { numbers, ids, from, ...listing } = asked;
      const isChanges = asked.since !== undefined;
      return list('Invoices', invoiceOf, {
        ...listing,
        // A page after another misses what moves to the end meanwhile, so what is listed by its id does not move.
        order: isChanges ? 'UpdatedDateUTC ASC' : from === undefined ? undefined : 'InvoiceID ASC',
        where: isChanges
          ? 'Type=="ACCREC"'
          : from === undefined
            ? undefined
            : `Type=="ACCREC" AND ${datedFrom(from)}`,
        InvoiceNumbers: numbers?.join(','),
        IDs: ids?.join(','),
      });
    },
    /** Approved at once; a number that is there already is refused. */
    createInvoices: (invoices: readonly XeroNewDocument[], key: string) =>
      writeAll('PUT', 'Invoices', {
        rows: invoices.map((invoice) => ({
          Type: 'ACCREC',
          InvoiceNumber: invoice.number,
          Reference: invoice.reference,
          DueDate: invoice.due,
          ...documentRow(invoice),
        })),
        by: 'InvoiceNumber',
        key,
        read: invoiceOf,
      }),
    /** What has nothing paid or credited yet can be put right. */
    changeInvoice: (id: string, invoice: XeroNewDocument, key: string) =>
      write('POST', 'Invoices', {
        row: { InvoiceID: id, DueDate: invoice.due, ...documentRow(invoice) },
        key,
        read: invoiceOf,
      }),
    voidInvoice: (id: string, key: string) =>
      write('POST', 'Invoices', { row: { InvoiceID: id, Status: 'VOIDED' }, key, read: invoiceOf }),

    creditNote: (id: string) => one('CreditNotes', id, creditNoteOf),
    creditNotes: (asked: Listing & ({ number: string } | { from: string })) => {
      if ('number' in asked) {
        const { number, ...listing } = asked;
        return list('CreditNotes', creditNoteOf, {
          ...listing,
          where: `CreditNoteNumber==${quoted(number)}`,
        });
      }
      const { from, ...listing } = asked;
      return list('CreditNotes', creditNoteOf, {
        ...listing,
        order: 'CreditNoteID ASC',
        where: datedFrom(from),
      });
    },
    createCreditNotes: (notes: readonly XeroNewDocument[], key: string) =>
      writeAll('PUT', 'CreditNotes', {
        rows: notes.map((note) => ({
          Type: 'ACCRECCREDIT',
          CreditNoteNumber: note.number,
          Reference: note.reference,
          ...documentRow(note),
        })),
        by: 'CreditNoteNumber',
        key,
        read: creditNoteOf,
      }),
    changeCreditNote: (id: string, note: XeroNewDocument, key: string) =>
      write('POST', 'CreditNotes', {
        row: { CreditNoteID: id, ...documentRow(note) },
        key,
        read: creditNoteOf,
      }),
    voidCreditNote: (id: string, key: string) =>
      write('POST', 'CreditNotes', { row: { CreditNoteID: id, Status: 'VOIDED' }, key, read: creditNoteOf }),
    /** Uses a credit note for an invoice. */
    allocate: (
      creditNote: string,
      { invoice, amount, date }: { invoice: string; amount: number; date: string },
      key: string,
    ) =>
      write('PUT', `CreditNotes/${encodeURIComponent(creditNote)}/Allocations`, {
        name: 'Allocations',
        row: { Invoice: { InvoiceID: invoice }, Amount: dollars(amount), Date: date },
        key,
        read: allocationOf,
      }),
    /** One that is gone is fine. */
    removeAllocation: (creditNote: string, allocation: string) =>
      call(
        'DELETE',
        `CreditNotes/${encodeURIComponent(creditNote)}/Allocations/${encodeURIComponent(allocation)}`,
      ).then(nothing, ifMissing),

    payment: (id: string) => one('Payments', id, paymentOf),
    payments: (asked: Listing & { invoice?: string } = {}) => {
      const { invoice, ...listing } = asked;
      return list('Payments', paymentOf, {
        ...listing,
        where: invoice === undefined ? undefined : `Invoice.InvoiceID==guid(${quoted(invoice)})`,
      });
    },
    /** Each is told from the others by its reference. */
    createPayments: (payments: readonly XeroNewPayment[], key: string) =>
      writeAll('PUT', 'Payments', {
        rows: payments.map(({ invoice, creditNote, account, date, amount, reference }) => ({
          ...(invoice !== undefined && { Invoice: { InvoiceID: invoice } }),
          ...(creditNote !== undefined && { CreditNote: { CreditNoteID: creditNote } }),
          Account: { AccountID: account },
          Date: date,
          Amount: dollars(amount),
          Reference: reference,
        })),
        by: 'Reference',
        key,
        read: paymentOf,
      }),
    /** Payments are not changed: one that was wrong is removed, and stays in the books as removed. */
    deletePayment: async (id: string, key: string) => {
      const body = await call('POST', `Payments/${encodeURIComponent(id)}`, {
        body: { Status: 'DELETED' },
        key,
      });
      return paymentOf(firstIn(body, 'Payments'));
    },
  };
}

function datedFrom(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `Date>=DateTime(${year},${month},${date})`;
}

/** Prices have four decimals where the call has prices. */
function decimals(path: string): Record<string, number> {
  return path === 'Invoices' || path === 'CreditNotes' ? { unitdp: 4 } : {};
}

function nothing(): void {}

function ifMissing(error: unknown): void {
  if (!(error instanceof XeroError && error.kind === 'missing')) throw error;
}

/** What an answer that is not fine means. */
function faultOf({ status, headers, body }: Reply, now: number): XeroError {
  if (status === 401) return new XeroError('expired', NOT_CONNECTED);
  if (status === 403) return new XeroError('reconnect', NOT_CONNECTED);
  if (status === 404) return new XeroError('missing', 'It’s no longer in Xero.');
  if (status === 429) {
    const isOver = headers.get('x-rate-limit-problem')?.toLowerCase() === 'day';
    const words = isOver
      ? 'Xero’s daily limit for this organisation is used up. We’ll go on as soon as Xero allows it.'
      : TOO_MANY;
    return new XeroError('busy', words, askedPause(headers.get('retry-after') ?? undefined, now));
  }
  if (status >= 400 && status < 500) {
    const elements = field(body, 'Elements');
    const problems = Array.isArray(elements) ? elements.flatMap(problemsIn) : [];
    const words = problems.join(' ') || textIn(body, 'Message') || textIn(body, 'Detail');
    return new XeroError('refused', words || `Xero refused it (${status}).`);
  }
  const pause = askedPause(headers.get('retry-after') ?? undefined, now);
  return new XeroError('unknown', `Xero answered with ${status}, so it may have happened.`, pause);
}

function problemsIn(row: unknown): string[] {
  const problems = field(row, 'ValidationErrors');
  return Array.isArray(problems)
    ? [...new Set(problems.map((one) => textIn(one, 'Message')))].filter(Boolean)
    : [];
}

// What goes over, in Xero's words.

function contactRow({ number, name, email, abn, phone, address }: XeroNewContact): object {
  const lines = address.split('\n').filter(Boolean);
  return {
    ContactNumber: number,
    Name: name,
    EmailAddress: email,
    TaxNumber: abn,
    ...(phone !== '' && { Phones: [{ PhoneType: 'DEFAULT', PhoneNumber: phone }] }),
    ...(lines.length > 0 && {
      Addresses: [
        {
          AddressType: 'POBOX',
          ...Object.fromEntries(lines.slice(0, 4).map((line, at) => [`AddressLine${at + 1}`, line])),
        },
      ],
    }),
  };
}

function documentRow({ contact, date, amountsAre, lines }: XeroNewDocument): object {
  return {
    Contact: { ContactID: contact },
    Date: date,
    LineAmountTypes: amountsAre,
    CurrencyCode: 'AUD',
    Status: 'AUTHORISED',
    LineItems: lines.map((line) => ({
      Description: line.description,
      Quantity: line.quantity,
      UnitAmount: line.unitAmount,
      ...(line.discountRate !== 0 && { DiscountRate: line.discountRate }),
      LineAmount: dollars(line.lineAmount),
      TaxAmount: dollars(line.taxAmount),
      TaxType: line.taxType,
      AccountCode: line.account,
    })),
  };
}

/** A text inside a filter. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function dollars(cents: number): number {
  return cents / 100;
}

// What comes back, in ours. What is missing is empty, so that a new field of theirs is no fault of ours.

function organisationOf(it: unknown): XeroOrganisation {
  const locks = [dayIn(it, 'PeriodLockDate'), dayIn(it, 'EndOfYearLockDate')].filter((day) => day !== null);
  return {
    id: textIn(it, 'OrganisationID'),
    name: textIn(it, 'Name'),
    abn: textIn(it, 'TaxNumber').replaceAll(/\D/g, ''),
    country: textIn(it, 'CountryCode'),
    currency: textIn(it, 'BaseCurrency'),
    isGstRegistered: !['', 'NONE'].includes(textIn(it, 'SalesTaxBasis')),
    isDemo: field(it, 'IsDemoCompany') === true,
    lockedThrough: locks.toSorted().at(-1) ?? null,
  };
}

function accountOf(it: unknown): XeroAccount {
  const type = textIn(it, 'Type');
  return {
    id: textIn(it, 'AccountID'),
    code: textIn(it, 'Code'),
    name: textIn(it, 'Name'),
    type,
    class: textIn(it, 'Class'),
    isActive: textIn(it, 'Status') === 'ACTIVE',
    takesPayments: type === 'BANK' || field(it, 'EnablePaymentsToAccount') === true,
  };
}

function taxRateOf(it: unknown): XeroTaxRate {
  const rate = field(it, 'EffectiveRate');
  return {
    type: textIn(it, 'TaxType'),
    name: textIn(it, 'Name'),
    rate: typeof rate === 'number' ? rate : 0,
    isActive: textIn(it, 'Status') === 'ACTIVE',
    isForSales: field(it, 'CanApplyToRevenue') === true,
  };
}

function contactOf(it: unknown): XeroContact {
  return {
    id: textIn(it, 'ContactID'),
    number: textIn(it, 'ContactNumber'),
    name: textIn(it, 'Name'),
    email: textIn(it, 'EmailAddress'),
    abn: textIn(it, 'TaxNumber').replaceAll(/\D/g, ''),
    isActive: textIn(it, 'ContactStatus') === 'ACTIVE',
    mergedInto: textIn(it, 'MergedToContactID') || null,
  };
}

function documentOf(it: unknown): Omit<XeroDocument, 'id' | 'number'> {
  return {
    reference: textIn(it, 'Reference'),
    status: textIn(it, 'Status') as XeroDocument['status'],
    contact: textIn(field(it, 'Contact'), 'ContactID'),
    date: dayIn(it, 'Date'),
    total: centsIn(it, 'Total'),
    tax: centsIn(it, 'TotalTax'),
    currency: textIn(it, 'CurrencyCode'),
    lines: rowsIn(it, 'LineItems').map((line) => ({
      description: textIn(line, 'Description'),
      quantity: numberIn(line, 'Quantity'),
      unitAmount: numberIn(line, 'UnitAmount'),
      discountRate: numberIn(line, 'DiscountRate'),
      lineAmount: centsIn(line, 'LineAmount'),
      taxAmount: centsIn(line, 'TaxAmount'),
      taxType: textIn(line, 'TaxType'),
      account: textIn(line, 'AccountCode'),
    })),
    payments: rowsIn(it, 'Payments').map((payment) => ({
      id: textIn(payment, 'PaymentID'),
      amount: centsIn(payment, 'Amount'),
      date: dayIn(payment, 'Date'),
    })),
    paidOn: dayIn(it, 'FullyPaidOnDate'),
    changedAt: momentIn(it, 'UpdatedDateUTC'),
  };
}

function invoiceOf(it: unknown): XeroInvoice {
  return {
    id: textIn(it, 'InvoiceID'),
    number: textIn(it, 'InvoiceNumber'),
    ...documentOf(it),
    isSale: textIn(it, 'Type') === 'ACCREC',
    due: dayIn(it, 'DueDate'),
    owed: centsIn(it, 'AmountDue'),
    paid: centsIn(it, 'AmountPaid'),
    credited: centsIn(it, 'AmountCredited'),
  };
}

function creditNoteOf(it: unknown): XeroCreditNote {
  return {
    id: textIn(it, 'CreditNoteID'),
    number: textIn(it, 'CreditNoteNumber'),
    ...documentOf(it),
    left: centsIn(it, 'RemainingCredit'),
    allocations: rowsIn(it, 'Allocations').map(allocationOf),
  };
}

function allocationOf(it: unknown): XeroAllocation {
  return {
    id: textIn(it, 'AllocationID'),
    invoice: textIn(field(it, 'Invoice'), 'InvoiceID'),
    amount: centsIn(it, 'Amount'),
    date: dayIn(it, 'Date'),
  };
}

function paymentOf(it: unknown): XeroPayment {
  const invoice = field(it, 'Invoice');
  const note = textIn(field(it, 'CreditNote'), 'CreditNoteID');
  return {
    id: textIn(it, 'PaymentID'),
    // Of what refunds a credit note Xero's lists tell the credit note as an invoice.
    document: note || textIn(invoice, 'InvoiceID'),
    isRefund: note !== '' || textIn(invoice, 'Type') === 'ACCRECCREDIT',
    account: textIn(field(it, 'Account'), 'AccountID'),
    date: dayIn(it, 'Date'),
    amount: centsIn(it, 'Amount'),
    reference: textIn(it, 'Reference'),
    isDeleted: textIn(it, 'Status') === 'DELETED',
    isReconciled: field(it, 'IsReconciled') === true,
    changedAt: momentIn(it, 'UpdatedDateUTC'),
  };
}

function rowsIn(body: unknown, name: string): unknown[] {
  const rows = field(body, name);
  return Array.isArray(rows) ? rows : [];
}

function firstIn(body: unknown, name: string): unknown {
  const [first] = rowsIn(body, name);
  if (first === undefined) throw new XeroError('unknown', SENSELESS);
  return first;
}

function textIn(it: unknown, name: string): string {
  const value = field(it, name);
  return typeof value === 'string' ? value : '';
}

function numberIn(it: unknown, name: string): number {
  const value = field(it, name);
  return typeof value === 'number' ? value : 0;
}

function centsIn(it: unknown, name: string): number {
  return Math.round(numberIn(it, name) * 100);
}

/** Both ways in which Xero writes a moment: /Date(1551744000000+0000)/, which is UTC whatever it adds, and 2019-03-05T00:00:00. */
function momentIn(it: unknown, name: string): number {
  const text = textIn(it, name);
  const ticks = /^\/Date\((-?\d+)/.exec(text)?.[1];
  if (ticks !== undefined) return Number(ticks);
  const moment = Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(moment) ? 0 : moment;
}

function dayIn(it: unknown, name: string): string | null {
  if (textIn(it, name) === '') return null;
  return new Date(momentIn(it, name)).toISOString().slice(0, 10);
}

function numberOrNull(text: string | null): number | null {
  return text === null || Number.isNaN(Number(text)) ? null : Number(text);
}
