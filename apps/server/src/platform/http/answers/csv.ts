import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';

/** The mark by which spreadsheets know UTF-8. */
export const CSV_MARK = '\uFEFF';

/** What a spreadsheet would run instead of showing; in their wide forms, too. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** What a spreadsheet would read as a date or as a number of fewer digits. Dates of ours begin with the year, and are meant as dates. */
const mistaken = /^(\d{1,2}[-/.]\d{1,2}([-/.]\d{1,4})?|0\d+|\d{12,})$/;

/** What we made of an amount or a day ourselves, as the program wants it that reads the table: it is written as it is. */
export interface Exact {
  readonly exact: string;
}

/** Written as RFC 4180 has it, and so that no cell that a stranger filled in becomes a formula, a date or another number. */
export function csvRow(cells: readonly (string | number | boolean | null | Exact)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** The same for a program, which runs nothing and would take a guard for part of the text: whoever it names would be somebody else. */
export function unguardedCsvRow(cells: readonly (string | Exact)[]): string {
  const written = cells.map((value) => `"${textOf(value).replaceAll('"', '""')}"`);
  return `${written.join(',')}\r\n`;
}

/** Cells that are told apart by tabs and nothing else, which no cell can hold then; for programs, too, and so without a guard. */
export function tabbedRow(cells: readonly (string | Exact)[]): string {
  const written = cells.map((value) => textOf(value).replaceAll(/\s+/g, ' ').trim());
  return `${written.join('\t')}\r\n`;
}

function textOf(value: string | Exact): string {
  return typeof value === 'string' ? value : value.exact;
}

function cellOf(value: string | number | boolean | null | Exact): string {
  if (value !== null && typeof value === 'object') return `"${value.exact}"`;
  const text = String(value ?? '');
  const isGuarded = typeof value === 'string' && needsGuard(text);
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
  return sendTable(reply, 'text/csv; charset=utf-8', `${name}.csv`, parts);
}

/** The schema of an answer that is a text with tabs. */
export const tabbedAnswer = {
  content: { 'text/plain': { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
};

export function sendTabbed(reply: FastifyReply, name: string, parts: AsyncIterable<string>): FastifyReply {
  return sendTable(reply, 'text/plain; charset=utf-8', `${name}.txt`, parts);
}

function sendTable(
  reply: FastifyReply,
  type: string,
  file: string,
  parts: AsyncIterable<string>,
): FastifyReply {
  reply.type(type);
  reply.header('content-disposition', `attachment; filename="${file}"`);
  return reply.send(Readable.from(parts));
}
