import type { EnquiryRow } from './store.ts';

const columns: readonly [title: string, cell: (row: EnquiryRow) => string | number | null][] = [
  ['Reference', ({ reference }) => reference],
  ['Received', ({ created_at }) => created_at.toISOString()],
  ['State', ({ state }) => state],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Industry', ({ industry }) => industry],
  ['Employees', ({ employees_no }) => employees_no],
  ['Technicians', ({ technicians_no }) => technicians_no],
  ['Licences', ({ licenses_required }) => licenses_required],
  ['Looked after by', ({ owner_name }) => owner_name],
  ['Due', ({ due_at }) => due_at?.toISOString() ?? null],
  ['First contacted', ({ first_contacted_at }) => first_contacted_at?.toISOString() ?? null],
  ['Reason for loss', ({ lost_reason }) => lost_reason],
  ['Notes', ({ notes }) => notes],
];

/** What a spreadsheet would run instead of showing; in their wide forms, too. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** With the mark by which spreadsheets know UTF-8. */
export const csvHead = `\uFEFF${line(columns.map(([title]) => title))}`;

export function csvLine(row: EnquiryRow): string {
  return line(columns.map(([, cell]) => String(cell(row) ?? '')));
}

/** Written as RFC 4180 has it, and so that no cell that a stranger filled in becomes a formula. */
function line(cells: string[]): string {
  return `${cells.map((cell) => `"${(formula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}
