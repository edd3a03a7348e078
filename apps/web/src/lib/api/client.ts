import type { Answer } from '@muster/domain/values/answer';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What a call takes, and the data of what it answers. */
interface Call {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly body?: unknown;
  readonly data: unknown;
}

/** The calls of an API, by method and address. */
type CallsOf<Api> = { [Method in keyof Api]: { [Address in keyof Api[Method]]: Call } };

type Client<Api extends CallsOf<Api>> = {
  readonly [Method in (typeof methods)[number] & keyof Api]: <Address extends keyof Api[Method]>(
    address: Address,
    ...options: Needed<OptionsOf<Api[Method][Address]>>
  ) => Promise<Result<Api[Method][Address]['data']>>;
};

export interface Result<Data> {
  readonly data?: Answer<Data> | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

type OptionsOf<Given extends Call> = Sending &
  Leavable<{ params: Leavable<{ [Part in 'path' | 'query' | 'header']: PartOf<Given, Part> }> }> &
  ('body' extends keyof Given ? Pick<Given, 'body'> : { body?: never });

type PartOf<Given, Part> = Part extends keyof Given ? Given[Part] : Record<string, never>;

/** What asks for nothing may be left out. */
type Leavable<Parts> = { [Part in keyof Parts as {} extends Parts[Part] ? never : Part]: Parts[Part] } & {
  [Part in keyof Parts as {} extends Parts[Part] ? Part : never]?: Parts[Part];
};
type Needed<Options> = {} extends Options ? [options?: Options] : [options: Options];

interface Sending {
  /** Sent to the end, even while the page closes. */
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
  readonly headers?: Values;
}

interface Options extends Sending {
  readonly params?: { readonly path?: Values; readonly query?: Values; readonly header?: Values };
  readonly body?: unknown;
}

type Value = string | number | boolean | null | undefined;
type Values = Readonly<Record<string, Value | Value[]>>;

/** Calls of the API that are typed by what it takes and answers. */
export function createClient<Api extends CallsOf<Api>>(
  send: (request: Request) => Promise<Response>,
): Client<Api> {
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
