import { pipeline, Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { Failure } from '../answers/errors.ts';

/** Read at once, in a few milliseconds; between two pieces others have their turn. */
const PIECE = 16_384;
const separators = [',', ';', '\t'] as const;

/** What a table may have at most. */
export interface TableBounds {
  readonly rows: number;
  readonly columns: number;
  readonly cells: number;
  /** Characters in one row. */
  readonly row: number;
}

/**
 * The rows of a table, cell by cell, the headings first. Rows keep their places, so that a person finds them again. One that is too
 * large is refused where it becomes so, before the rest of it takes memory.
 */
export async function readCsv(text: string, most: TableBounds): Promise<string[][]> {
  const rows: string[][] = [];
  const delimiter = separatorOf(text);
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: most.row,
    relax_column_count: true,
    skip_empty_lines: false,
    trim: true,
  });
  // Whichever of the two fails ends the other, and the error arrives below.
  pipeline(Readable.from(piecesOf(text, delimiter, most.cells)), parser, () => {});
  try {
    for await (const row of parser) {
      rows.push(row as string[]);
      if (rows.length > most.rows + 1)
        throw tooLarge(`${inWords(most.rows)} rows. Split it and import each part.`);
      if (rows.at(-1)!.length > most.columns)
        throw tooLarge(
          `${most.columns} columns in row ${rows.length}. Delete those you don’t need, then try again.`,
        );
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new Failure('unprocessable', `We couldn’t read this file: ${unreadable(error, most)}`);
    throw error;
  }
  return rows;
}

function tooLarge(what: string): Failure {
  return new Failure('unprocessable', `This file has more than ${what}`);
}

function inWords(count: number): string {
  return count.toLocaleString('en-AU');
}

/** Almost always it is a quote: inches, or a name by which somebody is called. Rows are counted as a spreadsheet does. */
function unreadable({ code, records }: CsvError, most: TableBounds): string {
  const row = `row ${Number(records) + 1}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return `a quote (") opened in ${row} is never closed. Close or remove it, then try again.`;
  if (code === 'INVALID_OPENING_QUOTE')
    return `${row} has a quote (") in the middle of a cell. Remove it, or save the file as CSV from a spreadsheet, then try again.`;
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE')
    return `${row} has text after the quote (") that ends a cell. Remove the quote, or save the file as CSV from a spreadsheet, then try again.`;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `${row} is longer than ${inWords(most.row)} characters. Shorten it, or close a quote (") left open, then try again.`;
  return `${row} isn’t a row of cells. Save the file as CSV from a spreadsheet, then try again.`;
}

/** The cells are counted before they are made: by what separates them, also where that stands in a text. */
async function* piecesOf(text: string, separator: string, mostCells: number): AsyncGenerator<string> {
  let cells = 0;
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE);
    cells += piece.split(separator).length - 1;
    if (cells > mostCells)
      throw tooLarge(
        `${inWords(mostCells)} cells. Delete columns you don’t need, or split it and import each part.`,
      );
    yield piece;
    await others();
  }
}

/** The one that the headings have most of. */
function separatorOf(text: string): string {
  const headings = text.slice(0, text.indexOf('\n') + 1 || undefined);
  const counts = separators.map((separator) => headings.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))]!;
}
