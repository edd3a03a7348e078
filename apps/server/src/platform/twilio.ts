import { createHmac, timingSafeEqual } from 'node:crypto';
import { findTarget, send } from './tasks/post.ts';

/** Where Twilio's HTTP interface is, and who asks. */
export interface TwilioLogin {
  readonly url: string;
  readonly account: string;
  readonly token: string;
}

export interface TwilioReply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: unknown;
}

const ANSWER_MS = 20_000;
const MOST_BYTES = 2_000_000;

/** Asks Twilio for something of an account, or tells it to do something: with a form. */
export async function askTwilio(
  { url, account, token }: TwilioLogin,
  { path, form, networks }: { path: string; form?: URLSearchParams | undefined; networks: readonly string[] },
): Promise<TwilioReply> {
  const target = await findTarget(new URL(path, url).href, { networks });
  const response = await send(target, {
    method: form ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
      accept: 'application/json',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { body: form.toString() }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    text += String(chunk);
    if (text.length > MOST_BYTES) throw new Error('Its answer is too long.');
  }
  const { statusCode: status = 0, headers } = response;
  return { status, retryAfter: headers['retry-after'], body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The call of Twilio's interface that begins one. */
export function callsPath(account: string): string {
  return `/2010-04-01/Accounts/${encodeURIComponent(account)}/Calls.json`;
}

/** What Twilio signs a form with: the whole address, as it knows it, and the fields by their names. */
export function twilioSignature(
  address: string,
  fields: Readonly<Record<string, string>>,
  token: string,
): string {
  const names = Object.keys(fields).toSorted();
  const text = address + names.map((name) => name + fields[name]!).join('');
  return createHmac('sha1', token).update(text).digest('base64');
}

export function isTwilios(
  signature: string | undefined,
  address: string,
  { fields, token }: { fields: Readonly<Record<string, string>>; token: string },
): boolean {
  const [given, due] = [signature ?? '', twilioSignature(address, fields, token)].map((text) =>
    Buffer.from(text),
  );
  return given!.length === due!.length && timingSafeEqual(given!, due!);
}

/** Rings a number, for whoever is on the line already, and tells us how that goes on. */
export function dialInWords({
  number,
  address,
  callerId,
  action,
}: {
  number: string;
  address: string;
  callerId?: string;
  action?: string;
}): string {
  const attributes = {
    answerOnBridge: 'true',
    timeout: '60',
    ...(callerId !== undefined && { callerId }),
    ...(action !== undefined && { action }),
  };
  const told = { statusCallback: address, statusCallbackEvent: 'initiated ringing answered completed' };
  return `<Response><Dial${written(attributes)}><Number${written(told)}>${escaped(number)}</Number></Dial></Response>`;
}

function written(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
