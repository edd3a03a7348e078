import type { FastifyRequest } from 'fastify';
import type { App } from '../../deps.ts';
import { Failure } from '../answers/errors.ts';

/** What a form has sent. */
export interface FormBody {
  /** A field that is there twice counts as it was sent last. */
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly bytes: Buffer } | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A form that needs no header against forged requests, and why: it brings a token of its own. */
    ownToken?: string;
  }
}

const WORDS_LIMIT = 65_536;
/** A photo of ten megabytes, and the words around it. */
const PHOTO_LIMIT = 10_500_000;
/** A quote may offer as many extras as it has lines. */
const MOST_FIELDS = 520;

/** Takes the bodies that browsers send of forms without any script, beside or instead of JSON: words, and one file at most. */
export function takeForms(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: WORDS_LIMIT },
    async (_request: FastifyRequest, text: string) => formOf(new URLSearchParams(text)),
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: PHOTO_LIMIT },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      // Node itself reads such bodies; what it cannot read is no form.
      const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => undefined);
      if (!form) throw new Failure('malformed', 'The form can’t be read.');
      return formOf(form);
    },
  );
}

async function formOf(form: FormData | URLSearchParams): Promise<FormBody> {
  const fields: Record<string, string> = {};
  let file: FormBody['file'];
  let count = 0;
  for (const [name, value] of form) {
    count += 1;
    if (count > MOST_FIELDS) throw new Failure('malformed', 'The form has too many fields.');
    if (typeof value === 'string') fields[name] = readable(value);
    else file = { bytes: Buffer.from(await value.arrayBuffer()) };
  }
  return { fields: Object.assign(Object.create(null) as Record<string, string>, fields), file };
}

/** As people type it: lines end in one way, and what no database holds is left out. */
function readable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\0', '').toWellFormed();
}
