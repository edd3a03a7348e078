import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';

/** The schema of an answer that is a document. */
export const pdfAnswer = {
  content: { 'application/pdf': { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
};

/** Sends a document as fast as it is taken, to be saved under that name. */
export function sendPdf(reply: FastifyReply, name: string, parts: AsyncIterable<Uint8Array>): FastifyReply {
  reply.type('application/pdf');
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return reply.send(Readable.from(parts));
}
