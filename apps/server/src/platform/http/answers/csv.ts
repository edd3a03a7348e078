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
  const isGuarded = typeof value === 'string' ? needsGuard(text) : formula.test(text);
  return `"${(isGuarded ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Apostrophes that somebody meant are guarded as well, so that one is taken away again and not two. */
function needsGuard(text: string): boolean {
  const behind = text.replace(/^'+/, '');
  return formula.test(behind) || mistaken.test(behind);
}

/** What a cell of ours held before it was written: the apostrophe goes that `csvRow` put in front, and no other one. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell) ? cell.slice(1) : cell;
}

/** The schema of an answer that is a table. */
export const csvAnswer = { content: { 'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) } } };

/** Sends the parts of a table as fast as they are taken. */
export function sendCsv(reply: FastifyReply, name: string, parts: AsyncIterable<string>): FastifyReply {
  reply.type('text/csv; charset=utf-8');
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  return reply.send(Readable.from(parts));
}
