import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyReply } from 'fastify';
import { legibleOn } from '@muster/domain/values/colour';
import Document from 'pdfkit';
import { qrCode } from './qr-code.ts';
import { Type } from 'typebox';

/** What a document says of itself. Nothing in it depends on the moment at which it is drawn. */
export interface PaperInfo {
  readonly title: string;
  readonly author: string;
  readonly at: Date;
  /** At the foot of every page, beside its number. */
  readonly footer: string;
  /** Across every page, so that nobody takes it for what it is not yet. */
  readonly watermark?: string;
}

/** Whose paper it is. */
export interface PaperHead {
  readonly name: string;
  readonly lines: readonly string[];
  readonly colour: string;
  /** A picture without holes, as large as it is drawn. */
  readonly logo:
    | { readonly content: Uint8Array; readonly width: number; readonly height: number }
    | undefined;
}

const MARGIN = 54;
/** Across the top of the first page, in the colour of the business. */
const BAND = 6;
const GAP = 14;
/** Wide enough for "Account number", and near enough for the eye to find what belongs to it. */
const BOX_NAMES = 110;
/** 34 mm with the white around it: the code itself is more than 25 mm for any address of ours. */
const CODE = 96;
/** Room for the foot of the page. */
const BOTTOM = 70;
const FOOT = 44;

const colours = {
  text: '#1f1c18',
  muted: '#645d53',
  line: '#e2ddd4',
  pale: '#f8f6f2',
  primary: '#0f766e',
  attention: '#9a4f10',
  danger: '#b3261e',
} as const;

export type Colour = keyof typeof colours;

const sizes = { watermark: 120, title: 20, section: 11.5, text: 10, small: 8.5 } as const;
/** Digits of one width: amounts below each other are compared at a glance. */
const tabular = { features: ['tnum' as const] };
/** So faint that what stands over it is read. */
const WATERMARK_OPACITY = 0.08;

let fonts: { regular: Uint8Array; bold: Uint8Array } | undefined;

/** Read when the first document is drawn, and kept. Only the letters that a document uses are put into it. */
function inter() {
  fonts ??= {
    regular: fontAt(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    bold: fontAt(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
  };
  return fonts;
}

function fontAt(address: string): Uint8Array {
  return readFileSync(fileURLToPath(address));
}

/** A picture with the words under it. */
interface Pictured {
  readonly content: Uint8Array | undefined;
  readonly title: string;
  readonly detail: string;
}

/** A column of a table: its share of the width of the paper. */
interface PaperColumn {
  readonly title: string;
  readonly share: number;
  readonly isNumber?: boolean;
}

/** A row of a table: a cell for each column. */
interface PaperRow {
  readonly cells: readonly string[];
  /** Small, under the first of them. */
  readonly under?: string;
  readonly isStrong?: boolean;
}

type Facts = readonly (readonly [string, string])[];

/** An address that a phone's camera reads off the paper, and what it is for. */
interface Scanned {
  readonly address: string;
  readonly words: string;
}

export type Paper = ReturnType<typeof openPaper>;

/** An A4 document that is written from top to bottom and begins a new page by itself. It knows how things look and nothing of what they are. */
export function openPaper({ title, author, at, footer, watermark }: PaperInfo) {
  const doc = new Document({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: BOTTOM },
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-AU',
    displayTitle: true,
    font: '',
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  const { regular, bold } = inter();
  doc.registerFont('regular', regular);
  doc.registerFont('bold', bold);
  const width = doc.page.width - 2 * MARGIN;

  function pen(size: keyof typeof sizes, colour: Colour = 'text', weight: 'regular' | 'bold' = 'regular') {
    return doc.font(weight).fontSize(sizes[size]).fillColor(colours[colour]);
  }

  /** Begins a new page where so much does not fit on this one any more. */
  function reserve(height: number): void {
    if (doc.y + height > doc.page.height - BOTTOM) doc.addPage();
  }

  function rule(y: number): void {
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .lineWidth(0.7)
      .strokeColor(colours.line)
      .stroke();
  }

  function space(height: number): void {
    doc.y += height;
  }

  /** Whose paper it is: logo or name at the left, how to reach them at the right. Where there is a logo, the name is among those lines. */
  function head({ name, lines, colour, logo }: PaperHead): void {
    const half = width / 2;
    doc.rect(0, 0, doc.page.width, BAND).fill(colour);
    const top = doc.y;
    if (logo) doc.image(Buffer.from(logo.content), MARGIN, top, { width: logo.width, height: logo.height });
    else
      pen('section', 'text', 'bold')
        .fillColor(legibleOn('#ffffff', colour, colours.text))
        .text(printable(name), MARGIN, top, { width: half - GAP });
    const left = logo ? top + logo.height : doc.y;
    doc.y = top;
    if (logo) pen('small', 'text', 'bold').text(printable(name), MARGIN + half, top, right(half));
    for (const line of lines) pen('small', 'muted').text(printable(line), MARGIN + half, doc.y, right(half));
    doc.y = Math.max(left, doc.y) + 10;
    rule(doc.y);
    space(18);
  }

  function right(width: number) {
    return { width, align: 'right' } as const;
  }

  function heading(text: string, under: string, colour: Colour): void {
    pen('title', 'text', 'bold').text(printable(text), MARGIN, doc.y, { width });
    space(3);
    pen('text', colour, 'bold').text(printable(under), MARGIN, doc.y, { width });
    space(14);
  }

  /** What a paper is, and at its right the one amount that it is about. */
  function amountHeading(
    text: string,
    under: string,
    { name, amount, by }: { name: string; amount: string; by: string },
  ): void {
    const half = width / 2;
    const top = doc.y;
    pen('small', 'muted').text(printable(name), MARGIN + half, top, right(half));
    pen('title', 'text', 'bold').text(amount, MARGIN + half, doc.y, right(half));
    if (by !== '') pen('section', 'text', 'bold').text(printable(by), MARGIN + half, doc.y + 2, right(half));
    const end = doc.y;
    pen('title', 'text', 'bold').text(printable(text), MARGIN, top, { width: half - GAP });
    if (under !== '') pen('text', 'muted').text(printable(under), MARGIN, doc.y + 3, { width: half - GAP });
    doc.x = MARGIN;
    doc.y = Math.max(end, doc.y) + 18;
  }

  /** Lines of an address at the left, and at the right what is said of the whole. */
  function addressed(title: string, lines: readonly string[], facts: Facts): void {
    const half = width / 2;
    const top = doc.y;
    pen('small', 'muted').text(title, MARGIN, top, { width: half - GAP });
    for (const [at, line] of lines.entries())
      pen('text', 'text', at === 0 ? 'bold' : 'regular').text(printable(line), MARGIN, doc.y + 1, {
        width: half - GAP,
      });
    const end = doc.y;
    doc.y = top;
    namesAndValues(facts, MARGIN + half, half);
    doc.x = MARGIN;
    doc.y = Math.max(end, doc.y) + 14;
  }

  /** Names at the left of a column, what they stand for beside them. */
  function namesAndValues(facts: Facts, x: number, width: number, name = width * 0.42): void {
    for (const [title, value] of facts) {
      const top = doc.y;
      pen('small', 'muted').text(printable(title), x, top + 1.2, { width: name - 6 });
      const below = doc.y;
      pen('text').text(printable(value), x + name, top, { width: width - name });
      doc.y = Math.max(below, doc.y) + 2;
    }
  }

  /** What a table adds up to, under its last column, all of it on one page; the strong ones stand out. */
  function totals(list: readonly { name: string; amount: string; isStrong: boolean }[]): void {
    const column = width * 0.5;
    const x = MARGIN + width - column;
    reserve(list.length * 18);
    for (const { name, amount, isStrong } of list) {
      const top = doc.y + 3;
      const weight = isStrong ? 'bold' : 'regular';
      pen('text', isStrong ? 'text' : 'muted', weight).text(name, x, top, { width: column * 0.6 });
      pen('text', 'text', weight).text(amount, x + column * 0.6, top, {
        width: column * 0.4,
        align: 'right',
        ...tabular,
      });
      doc.y = top + 15;
    }
    doc.x = MARGIN;
    space(6);
  }

  /** What somebody types off into another program, and at its right what their phone reads instead: on pale ground, never torn apart. */
  function box(title: string, facts: Facts, scanned?: Scanned): void {
    const inside = width - 2 * GAP - (scanned ? CODE + GAP : 0);
    const height = 2 * GAP + Math.max(12 + facts.length * 15, scanned ? CODE + 14 : 0);
    reserve(height + 12);
    const top = doc.y + 6;
    doc.roundedRect(MARGIN, top, width, height, 4).fill(colours.pale);
    if (scanned) code(scanned, MARGIN + width - GAP - CODE, top + GAP);
    pen('section', 'text', 'bold').text(title, MARGIN + GAP, top + GAP, { width: inside });
    space(4);
    namesAndValues(facts, MARGIN + GAP, inside, BOX_NAMES);
    doc.x = MARGIN;
    doc.y = top + height + 10;
  }

  /** Black on white, whatever lies around it, with the words under it; whoever reads it on a screen taps it. */
  function code({ address, words }: Scanned, x: number, y: number): void {
    const { size, path } = qrCode(address);
    doc.rect(x, y, CODE, CODE).fill('#ffffff');
    doc
      .save()
      .translate(x, y)
      .scale(CODE / size)
      .path(path)
      .fill('#000000')
      .restore();
    doc.link(x, y, CODE, CODE, address);
    // A line may be wider than the code.
    pen('small', 'muted').text(words, x - GAP, y + CODE + 3, { width: CODE + 2 * GAP, align: 'center' });
  }

  /** Names and what they stand for, two beside each other. */
  function facts(pairs: readonly (readonly [string, string])[]): void {
    const column = (width - 20) / 2;
    for (let at = 0; at < pairs.length; at += 2) {
      const row = pairs.slice(at, at + 2);
      const heights = row.map(([, value]) => pen('text').heightOfString(printable(value), { width: column }));
      reserve(Math.max(...heights) + 26);
      const top = doc.y;
      row.forEach(([name, value], place) => {
        const x = MARGIN + place * (column + 20);
        pen('small', 'muted').text(name, x, top, { width: column });
        pen('text').text(printable(value), x, top + 13, { width: column });
      });
      doc.y = top + 13 + Math.max(...heights) + 10;
    }
  }

  /** A title, and at least so much of what follows on the same page. */
  function section(text: string, follows = 40): void {
    reserve(follows + 40);
    // At the top of a page there is nothing to be set apart from.
    if (doc.y > MARGIN) {
      space(8);
      rule(doc.y);
      space(12);
    }
    pen('section', 'text', 'bold').text(text, MARGIN, doc.y, { width });
    space(6);
  }

  function paragraph(text: string, colour: Colour = 'text'): void {
    pen('text', colour).text(printable(text), MARGIN, doc.y, { width, lineGap: 2.5 });
    space(6);
  }

  function caption(text: string): void {
    pen('small', 'muted').text(printable(text), MARGIN, doc.y, { width });
    space(4);
  }

  /** Lines with a text at the left and a shorter one at the right. */
  function rows(list: readonly { left: string; right: string; colour?: Colour }[]): void {
    const [wide, narrow] = [width * 0.62, width * 0.34];
    for (const [at, { left, right, colour = 'text' }] of list.entries()) {
      const [a, b] = [
        pen('text').heightOfString(printable(left), { width: wide }),
        pen('text').heightOfString(printable(right), { width: narrow }),
      ];
      reserve(Math.max(a, b) + 12);
      const top = doc.y + 4;
      pen('text').text(printable(left), MARGIN, top, { width: wide });
      pen('text', colour).text(printable(right), MARGIN + width - narrow, top, {
        width: narrow,
        align: 'right',
      });
      doc.y = top + Math.max(a, b) + 4;
      if (at < list.length - 1) rule(doc.y);
    }
    space(2);
  }

  /** Rows under the titles of their columns, which each page begins with again. A row is never torn apart by the end of a page. */
  function table(columns: readonly PaperColumn[], list: readonly PaperRow[]): void {
    const places = placesOf(columns);
    const ruled = () => rule(doc.y);

    function line(
      { cells, under = '' }: PaperRow,
      size: 'small' | 'text',
      colour: Colour,
      weight: 'regular' | 'bold',
    ) {
      const top = doc.y + 4;
      const heights = cells.map((cell, at) =>
        pen(size, colour, weight).heightOfString(printable(cell), places[at]!.within),
      );
      cells.forEach((cell, at) => {
        const { x, within } = places[at]!;
        pen(size, colour, weight).text(printable(cell), x, top, within);
      });
      if (under !== '')
        pen('small', 'muted').text(printable(under), places[0]!.x, top + heights[0]! + 1, places[0]!.within);
      doc.x = MARGIN;
      doc.y = top + Math.max(heights[0]! + heightUnder(under), ...heights) + 4;
    }

    function heightUnder(under = ''): number {
      return under === '' ? 0 : pen('small').heightOfString(printable(under), places[0]!.within) + 1;
    }

    function titles(): void {
      line({ cells: columns.map(({ title }) => title) }, 'small', 'muted', 'regular');
      ruled();
    }

    const heightOf = ({ cells, under, isStrong = false }: PaperRow) =>
      8 +
      Math.max(
        ...cells.map(
          (cell, at) =>
            pen('text', 'text', isStrong ? 'bold' : 'regular').heightOfString(
              printable(cell),
              places[at]!.within,
            ) + (at === 0 ? heightUnder(under) : 0),
        ),
      );

    reserve(24 + (list[0] ? heightOf(list[0]) : 0));
    titles();
    for (const row of list) {
      if (doc.y + heightOf(row) > doc.page.height - BOTTOM) {
        doc.addPage();
        titles();
      }
      line(row, 'text', 'text', row.isStrong ? 'bold' : 'regular');
      ruled();
    }
    space(4);
  }

  /** Where each column is, with some room between two. */
  function placesOf(columns: readonly PaperColumn[]) {
    let x = MARGIN;
    return columns.map(({ share, isNumber = false }) => {
      const left = isNumber ? x + GAP : x;
      const room = { width: width * share - GAP };
      x += width * share;
      return { x: left, within: isNumber ? ({ ...room, align: 'right', ...tabular } as const) : room };
    });
  }

  /** A picture within a frame, which is there even where the picture is missing. */
  function picture(
    content: Uint8Array | undefined,
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
  ): void {
    doc.roundedRect(x, y, width, height, 4).fill(colours.pale);
    if (content)
      doc.image(Buffer.from(content), x, y, { fit: [width, height], align: 'center', valign: 'center' });
    else
      pen('small', 'muted').text('This picture can’t be shown.', x, y + height / 2 - 5, {
        width,
        align: 'center',
      });
  }

  /** Two pictures side by side, each with words under it, and above the first of them the title of all. */
  function pictures(row: readonly Pictured[], title?: string): void {
    const column = (width - GAP) / 2;
    const height = column * 0.75;
    const under = Math.max(
      ...row.map(({ title, detail }) => {
        const [above, below] = [
          pen('small', 'text', 'bold').heightOfString(printable(title), { width: column }),
          pen('small').heightOfString(printable(detail), { width: column }),
        ];
        return above + below;
      }),
    );
    const whole = height + under + 16;
    if (title === undefined) reserve(whole);
    else section(title, whole);
    const top = doc.y;
    row.forEach(({ content, title, detail }, place) => {
      const x = MARGIN + place * (column + GAP);
      picture(content, { x, y: top, width: column, height });
      pen('small', 'text', 'bold').text(printable(title), x, top + height + 4, { width: column });
      pen('small', 'muted').text(printable(detail), x, doc.y, { width: column });
    });
    doc.x = MARGIN;
    doc.y = top + whole;
  }

  /** What somebody signed with, under its title and above the words: all of it on one page. */
  function signature(title: string, content: Uint8Array | undefined, text: string, statement: string): void {
    const box = { width: 200, height: 70 };
    const drawn = content ? box.height + 6 : 0;
    const words = pen('text').heightOfString(printable(text), { width });
    const small = pen('small').heightOfString(printable(statement), { width });
    section(title, drawn + words + small + 8);
    const top = doc.y;
    if (content) picture(content, { x: MARGIN, y: top, ...box });
    doc.y = top + drawn;
    pen('text').text(printable(text), MARGIN, doc.y, { width });
    caption(statement);
  }

  function drawWatermark(text: string): void {
    const { width, height } = doc.page;
    doc
      .save()
      .rotate(-45, { origin: [width / 2, height / 2] })
      .opacity(WATERMARK_OPACITY);
    pen('watermark', 'text', 'bold').text(text, 0, height / 2 - sizes.watermark / 2, {
      width,
      align: 'center',
    });
    doc.restore().opacity(1);
  }

  /** Numbers the pages and closes the document. */
  function finish(): void {
    const { start, count } = doc.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      doc.switchToPage(page);
      // Below the margin, where a text would otherwise begin a page of its own.
      doc.page.margins.bottom = 0;
      const y = doc.page.height - FOOT;
      if (watermark !== undefined) drawWatermark(watermark);
      rule(y - 8);
      pen('small', 'muted').text(printable(footer), MARGIN, y, {
        width: width * 0.75,
        height: 12,
        ellipsis: true,
      });
      pen('small', 'muted').text(`Page ${page - start + 1} of ${count}`, MARGIN, y, {
        width,
        align: 'right',
      });
    }
    doc.end();
  }

  return {
    head,
    heading,
    amountHeading,
    addressed,
    totals,
    box,
    facts,
    section,
    paragraph,
    caption,
    rows,
    table,
    pictures,
    signature,
    finish,
    doc,
  };
}

/** Without what no printer shows, and without what would be taken for the end of a page. */
function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{C}\n]/gu, '');
}

/**
 * The bytes of a document while it is being drawn. Each step of the drawing gives its bytes away before the next one begins, so that a
 * document of many pictures takes no more room than one of them.
 */
export async function* bytesOfPaper(paper: Paper, steps: AsyncIterable<void>): AsyncGenerator<Uint8Array> {
  for await (const _ of steps) {
    const drawn: Buffer | null = paper.doc.read() as Buffer | null;
    if (drawn !== null) yield drawn;
  }
  paper.finish();
  for await (const rest of paper.doc) yield rest as Buffer;
}

/** The schema of an answer that is a document. */
export const pdfAnswer = {
  content: { 'application/pdf': { schema: Type.Unsafe<Uint8Array>({ type: 'string' }) } },
};

/** Sends a document that is there as a whole, to be saved under that name: once it has begun, nothing can go wrong any more. */
export function sendPdf(reply: FastifyReply, name: string, document: Uint8Array): FastifyReply {
  reply.type('application/pdf');
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return reply.send(document);
}
