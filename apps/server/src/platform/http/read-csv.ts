import { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { Failure } from './errors.ts';

/** Read at once; between two pieces others have their turn. */
const PIECE = 65_536;
const separators = [',', ';', '\t'] as const;

/** The rows of a table, cell by cell, the headings first. Rows keep their places, so that a person finds them again. */
export async function readCsv(text: string, mostRows: number): Promise<string[][]> {
  const rows: string[][] = [];
  const parser = Readable.from(piecesOf(text)).pipe(
    parse({
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
      trim: true,
    }),
  );
  try {
    for await (const row of parser) {
      if (rows.length > mostRows)
        throw new Failure('unprocessable', `A table has at most ${mostRows} rows. Split it, please.`);
      rows.push(row as string[]);
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new Failure('unprocessable', `The table cannot be read: ${unreadable(error)}`);
    throw error;
  }
  return rows;
}

/** Almost always it is a quote: inches, or a name by which somebody is called. Rows are counted as a spreadsheet does. */
function unreadable({ code, records }: CsvError): string {
  const row = `row ${Number(records) + 1}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return `a quote (") that is opened in ${row} is never closed. Close it or take it out, and try again.`;
  if (code === 'INVALID_OPENING_QUOTE')
    return `${row} has a quote (") in the middle of a cell. Take it out, or save the table as CSV from a spreadsheet, and try again.`;
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE')
    return `${row} has text behind the quote (") that ends a cell. Take the quote out, or save the table as CSV from a spreadsheet, and try again.`;
  return `${row} is no row of cells. Save the table as CSV from a spreadsheet, and try again.`;
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE) {
    yield text.slice(at, at + PIECE);
    await others();
  }
}

/** The one that the headings have most of. */
function separatorOf(text: string): string {
  const headings = text.slice(0, text.indexOf('\n') + 1 || undefined);
  const counts = separators.map((separator) => headings.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))]!;
}
