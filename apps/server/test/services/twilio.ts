import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
  readonly sid: string;
  readonly direction: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  status: string;
}

export interface TwilioService {
  readonly url: string;
  /** Those of a text that was taken, and of answers, the latest first as they are listed. */
  readonly messages: Message[];
  /** How often somebody has asked to send. */
  asked(): number;
  answerFrom(number: string, body: string): void;
  close(): Promise<void>;
}

/** What becomes of a message: taken, taken without an answer, or refused with a status. */
type Answer =
  | 'taken'
  | 'cut'
  | { readonly status: number; readonly code?: number; readonly retryAfter?: string };

/** Twilio's HTTP interface, as far as texts need it, which misbehaves on order. */
export async function twilio({
  answer = () => 'taken',
  token = 'secret',
}: { answer?: (count: number) => Answer; token?: string } = {}): Promise<TwilioService> {
  const messages: Message[] = [];
  let asked = 0;
  const right = `Basic ${Buffer.from(`AC1:${token}`).toString('base64')}`;
  const server = createServer((request, response) => {
    const say = (status: number, body: object, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    void (async () => {
      if (request.headers.authorization !== right) return say(401, { code: 20003 });
      if (request.url === '/2010-04-01/Accounts/AC1.json') return say(200, { sid: 'AC1', status: 'active' });
      if (request.method === 'GET') return say(200, { messages, next_page_uri: null });
      asked += 1;
      const form = new URLSearchParams(await bodyOf(request));
      const became = answer(asked);
      if (typeof became === 'object')
        return say(
          became.status,
          { code: became.code },
          { ...(became.retryAfter && { 'retry-after': became.retryAfter }) },
        );
      const made = {
        sid: `SM${String(asked).padStart(32, '0')}`,
        direction: 'outbound-api',
        from: form.get('From') ?? '',
        to: form.get('To') ?? '',
        body: form.get('Body') ?? '',
        status: 'queued',
      };
      messages.unshift(made);
      return became === 'cut' ? request.socket.destroy() : say(201, made);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    asked: () => asked,
    answerFrom(number, body) {
      const sid = `SM${String(messages.length).padStart(32, 'a')}`;
      messages.unshift({
        sid,
        direction: 'inbound',
        from: number,
        to: '+61400000000',
        body,
        status: 'received',
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat((await request.toArray()) as Buffer[]).toString();
}
