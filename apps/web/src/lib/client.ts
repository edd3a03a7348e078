import type { Client } from 'openapi-fetch';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

interface Options {
  /** Sent to the end, even while the page closes. */
  keepalive?: boolean;
  signal?: AbortSignal;
  params?: { path?: Values; query?: Values; header?: Values };
  headers?: Values;
  body?: unknown;
}

type Value = string | number | boolean | null | undefined;
type Values = Record<string, Value | Value[]>;

/**
 * Calls typed by the API's own description, as openapi-fetch types them. Of its code, an eighth of what a public page weighs beside
 * React, most is for ways of writing an address that our API does not have; so only its types are used.
 */
export function createClient<Paths extends object>(
  send: (request: Request) => Promise<Response>,
): Pick<Client<Paths>, (typeof methods)[number]> {
  const calls = methods.map((method) => [
    method,
    async (path: string, options: Options = {}) => {
      const response = await send(requestOf(method, path, options));
      const text = await response.text();
      return response.ok
        ? { data: text === '' ? undefined : JSON.parse(text), response }
        : { error: parsed(text), response };
    },
  ]);
  return Object.fromEntries(calls);
}

function requestOf(
  method: string,
  path: string,
  { params = {}, headers, body, signal, keepalive = false }: Options,
): Request {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params.path?.[name])));
  const query = new URLSearchParams(texts(params.query)).toString();
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Request(query ? `${address}?${query}` : address, {
    method,
    keepalive,
    credentials: 'same-origin',
    headers: [...texts(type), ...texts(params.header), ...texts(headers)],
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** What is given, each value of a list by itself. */
function texts(values: Values = {}): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, String(one)]),
  );
}

/** A refusal may come from a proxy that does not speak JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
