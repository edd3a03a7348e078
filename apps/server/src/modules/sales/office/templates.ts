import { officeText } from '@muster/domain/values/office-time';
import { CSV_MARK, csvRow } from '../../../platform/http/answers/csv.ts';
import type { EnquiryRow } from './store.ts';

const columns: readonly [title: string, cell: (row: EnquiryRow) => string | number | null][] = [
  ['Reference', ({ reference }) => reference],
  ['Received (Sydney time)', ({ created_at }) => asDate(created_at)],
  ['Status', ({ state }) => state],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Industry', ({ industry }) => industry],
  // A spreadsheet makes a date of 10-25, but not where the dash is longer.
  ['Employees', ({ employees_no }) => employees_no.replace('-', '–')],
  ['Technicians', ({ technicians_no }) => technicians_no],
  ['Licences', ({ licenses_required }) => licenses_required],
  ['Owner', ({ owner_name }) => owner_name],
  ['Due (Sydney time)', ({ due_at }) => asDate(due_at)],
  ['First contacted (Sydney time)', ({ first_contacted_at }) => asDate(first_contacted_at)],
  ['Reason for loss', ({ lost_reason }) => lost_reason],
  ['Notes', ({ notes }) => notes],
];

/** Without a zone, because spreadsheets have none. */
function asDate(at: Date | null): string | null {
  return at && officeText(at).replace('T', ' ');
}

export const csvHead = `${CSV_MARK}${csvRow(columns.map(([title]) => title))}`;

export function csvLine(row: EnquiryRow): string {
  return csvRow(columns.map(([, cell]) => cell(row)));
}
