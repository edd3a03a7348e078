import { expect, test } from 'vitest';
import { csvRow, withoutGuard } from './csv.ts';
import { readCsv } from '../requests/read-csv.ts';

const bounds = { rows: 1, columns: 1, cells: 100, row: 1_000 };
const written = async (text: string) => (await readCsv(csvRow([text]), bounds))[0]![0]!;

test.for([
  '=cmd()',
  '+64 21',
  '-1',
  '@home',
  '＝1',
  '1-2',
  '0412345678',
  '123456789012',
  "'=1",
  "''-2",
  "'007",
])('a spreadsheet leaves %j as it is, and it is read again as it was', async (text) => {
  expect(await written(text)).toBe(`'${text}`);
  expect(withoutGuard(await written(text))).toBe(text);
});

test.for(["'80s Diner", "'t Hooft", "'", "'Round the corner", 'O’Brien', "7 'Eleven'", '24 Hour Plumbing'])(
  'the apostrophes that somebody meant in %j stay',
  async (text) => {
    expect(await written(text)).toBe(text);
    expect(withoutGuard(text)).toBe(text);
  },
);

test('an amount below zero is a number, which a spreadsheet adds up', () => {
  expect(csvRow([-30, '-30'])).toBe(`"-30","'-30"\r\n`);
});
