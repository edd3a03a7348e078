import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const KEY = 'AKIATEST';
const SECRET = 'a/secret+with=signs';
const REGION = 'ap-southeast-2';
const BUCKET = 'muster-files';

interface Stored {
  content: Buffer;
  at: Date;
}

/** A store that speaks as much of S3 as Muster asks for, and believes nobody whose signature it cannot make itself. */
export async function s3Server() {
  const objects = new Map<string, Stored>();
  let isBroken = false;
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request));
    const url = new URL(request.url!, 'http://store');
    if (isBroken) response.writeHead(500).end('<Error/>');
    else if (!isSigned(request, url, body)) response.writeHead(403).end('<Error/>');
    else if (url.pathname === `/${BUCKET}`)
      response.end(listAfter(url.searchParams.get('start-after') ?? ''));
    else if (!url.pathname.startsWith(`/${BUCKET}/`)) response.writeHead(404).end();
    else serve(request.method!, url.pathname.slice(BUCKET.length + 2), body, response);
  }

  function serve(method: string, key: string, body: Buffer, response: ServerResponse): void {
    const found = objects.get(key);
    if (method === 'PUT') objects.set(key, { content: body, at: new Date() });
    if (method === 'DELETE') objects.delete(key);
    if (method === 'GET' && !found) response.writeHead(404).end();
    else response.end(method === 'GET' ? found!.content : '');
  }

  function listAfter(after: string): string {
    const keys = [...objects.keys()].toSorted().filter((key) => key > after);
    const entries = keys
      .slice(0, 3)
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><LastModified>${objects.get(key)!.at.toISOString()}</LastModified></Contents>`,
      );
    return `<?xml version="1.0"?><ListBucketResult>${entries.join('')}</ListBucketResult>`;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = (secret = SECRET) =>
    `http://${KEY}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${BUCKET}?region=${REGION}`;
  return {
    objects,
    url: address(),
    strangersUrl: address('guessed'),
    breakDown: (broken: boolean) => {
      isBroken = broken;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature version 4 of AWS, made again from the request. */
function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const given =
    /Credential=(\S+?)\/(\d{8})\/(\S+?)\/s3\/aws4_request, SignedHeaders=(\S+?), Signature=(\w+)/.exec(
      headers.authorization ?? '',
    );
  if (!given || given[1] !== KEY || given[3] !== REGION) return false;
  const [, , date, region, names, signature] = given as unknown as string[];
  const payload = String(headers['x-amz-content-sha256']);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const signed = names!.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [method, url.pathname, query, signed.join(''), names, payload].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [region!, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${SECRET}`, date!));
  return hmac(key, text).toString('hex') === signature;
}
