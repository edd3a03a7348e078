import { expect, test } from 'vitest';
import { repetitions } from '../../test/long.ts';
import { pdfText } from '../../test/services/pdf-text.ts';
import { bytesOfPaper, openPaper } from './pdf.ts';

/** The pages of a paper of which so many points are taken already, as text. */
async function pagesAfter(height: number, draw: (paper: ReturnType<typeof openPaper>) => void) {
  const at = new Date('2026-11-17T00:00:00Z');
  const paper = openPaper({ title: 'Report', author: 'Us', at, footer: 'Us' });
  const steps = (async function* () {
    paper.doc.y = height;
    draw(paper);
    yield;
  })();
  return pdfText(new Uint8Array(Buffer.concat(await Array.fromAsync(bytesOfPaper(paper, steps)))));
}

const STEPS = repetitions({ usual: 4, long: 24 });
/** From the middle of a page to beyond its end. */
const places = Array.from({ length: STEPS }, (_, at) => 400 + Math.round((at * 384) / STEPS));
const whose = 'Maximiliana Featherstonehaugh-Montgomery, property manager of the building, Tue 17 Nov 2026';

test.each(places)(
  'a signature is on one page with its title and its words, wherever it comes (%i)',
  async (height) => {
    const pages = await pagesAfter(height, (paper) =>
      paper.signature('Signature', picture, whose, `${whose} confirms what is listed here.`),
    );
    const page = pages.find((text) => text.includes('Signature'));
    expect(page).toContain('Tue 17 Nov 2026');
    expect(page).toContain('what is listed here.');
  },
);

test.each(places)('photos begin under their title, each with all of its words (%i)', async (height) => {
  const detail = `Kai Brown, ${'Tue 17 Nov 2026, '.repeat(6)}9:50 am`;
  const photo = { content: picture, title: 'Photo 1 · Data plate', detail };
  const pages = await pagesAfter(height, (paper) => paper.pictures([photo, photo], 'All photos'));
  const page = pages.find((text) => text.includes('All photos'));
  expect(page).toContain('Data plate');
  expect(page).toContain('9:50 am');
});

test('a table of many rows says on each page what its columns are, and has all rows once and in order', async () => {
  const list = Array.from({ length: 120 }, (_, at) => ({ cells: [`Row ${at} is`, `${at}.00`] }));
  const columns = [
    { title: 'Details', share: 0.7 },
    { title: 'Amount', share: 0.3, isNumber: true },
  ];
  const pages = await pagesAfter(400, (paper) => paper.table(columns, list));
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) expect(page).toMatch(/Details\s*Amount/);
  const rows = [...pages.join(' ').matchAll(/Row (\d+) is/g)].map(([, at]) => Number(at));
  expect(rows).toEqual(list.map((_, at) => at));
});

/** One white point, as PNG. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
);
