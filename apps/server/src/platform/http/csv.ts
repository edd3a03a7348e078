import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';

/** The mark by which spreadsheets know UTF-8. */
export const CSV_MARK = '\uFEFF';

/** What a spreadsheet would run instead of showing; in their wide forms, too. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** What a spreadsheet would read as a date or as a number of fewer digits. Dates of ours begin with the year, and are meant as dates. */
const mistaken = /^(\d{1,2}[-/.]\d{1,2}([-/.]\d{1,4})?|0\d+|\d{12,})$/;

/** Written as RFC 4180 has it, and so that no cell that a stranger filled in becomes a formula, a date or another number. */
export function csvRow(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | boolean | null): string {
  const text = String(value ?? '');
  const isGuarded = formula.test(text) || (typeof value === 'string' && mistaken.test(text));
  return `"${(isGuarded ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** The schema of an answer that is a table. */
export const csvAnswer = { content: { 'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) } } };

/** Sends the parts of a table as fast as they are taken. */
export function sendCsv(reply: FastifyReply, name: string, parts: AsyncIterable<string>): FastifyReply {
  reply.type('text/csv; charset=utf-8');
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  return reply.send(Readable.from(parts));
}
