import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from './journey.ts';

/** What becomes of the requests that a browser sends, its service worker's too, which the browser's own switch does not reach. */
export type LineState =
  /** They arrive, and so do the answers. */
  | 'open'
  /** No connection lives, and none is made. */
  | 'cut'
  /** They are swallowed: nobody answers, and nobody hangs up. */
  | 'hanging'
  /** The server does what it is asked to do, and its answer is lost; what is only read is answered. */
  | 'losing answers'
  /** A hotel answers in the place of the server: with a page, by leading to one, or by saying that it wants to be asked first. */
  | 'portal page'
  | 'portal redirect'
  | 'portal 511';

export interface Line {
  /** Where the product is, by way of this line. */
  url: string;
  become(state: LineState): void;
  /** How many requests came to nothing since the line became what it is. */
  lost(): number;
  remove(): Promise<void>;
}

const LOGIN = '/hotel/login';
const html = { 'content-type': 'text/html; charset=utf-8' };
const page = '<!doctype html><title>Hotel</title><h1>Welcome. Which room are you in?</h1>';
const readers = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What lies between a browser and the product. */
export async function layLine(productUrl: string): Promise<Line> {
  let state: LineState = 'open';
  let lost = 0;

  function answerFor(request: IncomingMessage, response: ServerResponse): void {
    lost += 1;
    request.resume();
    if (state === 'cut') request.socket.destroy();
    else if (state === 'portal 511') response.writeHead(511, html).end(page);
    else if (state === 'portal redirect' && request.url !== LOGIN)
      response.writeHead(302, { location: LOGIN }).end();
    else if (state !== 'hanging') response.writeHead(200, html).end(page);
  }

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const loses = state === 'losing answers' && !readers.has(request.method ?? '');
    const { method, headers, url } = request;
    const forward = ask(new URL(url ?? '/', productUrl), { method, headers });
    const hangUp = () => request.socket.destroy();
    forward.on('error', hangUp);
    response.on('close', () => forward.destroy());
    forward.on('response', (answer) => {
      answer.on('error', hangUp);
      if (loses) {
        lost += 1;
        // Read to the end, so that the server is done with it.
        answer.resume().on('end', hangUp);
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    });
    request.pipe(forward);
  }

  const server = createServer((request, response) => {
    response.on('error', () => {});
    if (state === 'open' || state === 'losing answers') pass(request, response);
    else answerFor(request, response);
  }).listen(0, '127.0.0.1');
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    if (state === 'cut') socket.destroy();
  });
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become(next) {
      state = next;
      lost = 0;
      // A stream that was opened before would go on as if nothing had happened.
      server.closeAllConnections();
    },
    lost: () => lost,
    async remove() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** For journeys whose page goes through a line. */
export const testOverLine = test.extend<{ line: Line }>({
  line: async ({ product }, use) => {
    const line = await layLine(product.url);
    await use(line);
    await line.remove();
  },
  baseURL: ({ line }, use) => use(line.url),
});
