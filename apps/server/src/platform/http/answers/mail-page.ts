import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';

export const mailPage = { content: { 'text/html': { schema: Type.Unsafe<string>({ type: 'string' }) } } };

/** A mail needs no script, asks nobody for anything, and its styles are within it as mail programs want them. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";
const SANDBOX = 'sandbox allow-same-origin';

/** Shown in a frame of our own page. Its links lead somewhere, in place of the page around it, only where that is wanted. */
export function sendMailPage(reply: FastifyReply, html: string, { leads = false } = {}): FastifyReply {
  const sandbox = leads ? `${SANDBOX} allow-top-navigation-by-user-activation` : SANDBOX;
  return reply
    .type('text/html')
    .header('content-security-policy', `${POLICY}; ${sandbox}`)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cache-control', 'no-store')
    .send(leads ? html.replace('<head>', '<head>\n<base target="_top">') : html);
}
