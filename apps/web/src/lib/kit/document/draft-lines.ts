import type { GstCategory } from '@muster/domain/money/lines/amounts';
import type { InvoiceLine, NewLine } from '@muster/domain/money/lines/schema';

const ONE = 1_000;

/** How the GST of a line is chosen: with a price that has it added, or in it. */
export const gstChoices = {
  added: { label: 'GST added', gst: 'gst', includes_gst: false },
  included: { label: 'GST included', gst: 'gst', includes_gst: true },
  free: { label: 'GST-free', gst: 'gst-free', includes_gst: false },
  'input taxed': { label: 'Input taxed', gst: 'input taxed', includes_gst: false },
} as const satisfies Record<string, { label: string; gst: GstCategory; includes_gst: boolean }>;

export type GstChoice = keyof typeof gstChoices;

export function gstChoiceOf({ gst, includes_gst }: Pick<NewLine, 'gst' | 'includes_gst'>): GstChoice {
  if (gst === 'gst') return includes_gst ? 'included' : 'added';
  return gst === 'gst-free' ? 'free' : 'input taxed';
}

/** A line that nothing is said of yet. Whoever is not registered sells everything without GST. */
export function blankLine(id: string, isRegistered: boolean): NewLine {
  return {
    id,
    item_id: null,
    visit_id: null,
    job_id: null,
    code: '',
    description: '',
    quantity: ONE,
    unit: '',
    price: null,
    includes_gst: false,
    discount: 0,
    gst: isRegistered ? 'gst' : 'gst-free',
  };
}

/** A line as it is sent: what it comes to is the server's to say. */
export function asSaid({ amounts: _amounts, ...line }: InvoiceLine): NewLine {
  return line;
}

export function changed<Line extends NewLine>(
  lines: readonly Line[],
  id: string,
  change: Partial<Line>,
): Line[] {
  return lines.map((line) => (line.id === id ? { ...line, ...change } : line));
}

export function without<Line extends NewLine>(lines: readonly Line[], id: string): Line[] {
  return lines.filter((line) => line.id !== id);
}

/** What came of the price list in the place of a line: the first keeps its name, so that the cursor stays in it. */
export function replaced<Line extends NewLine>(
  lines: readonly Line[],
  id: string,
  by: readonly Line[],
): Line[] {
  const own = by.map((line, at) => (at === 0 ? { ...line, id } : line));
  return lines.flatMap((line) => (line.id === id ? own : [line]));
}

/** One place up or down; at the edge it stays. */
export function moved<Line extends NewLine>(lines: readonly Line[], id: string, step: 1 | -1): Line[] {
  const from = lines.findIndex((line) => line.id === id);
  const to = from + step;
  if (from === -1 || to < 0 || to >= lines.length) return [...lines];
  const next = [...lines];
  [next[from], next[to]] = [next[to]!, next[from]!];
  return next;
}

/** The line below which nobody would miss anything. */
export function isBlank({ description, price, item_id }: NewLine): boolean {
  return description.trim() === '' && price === null && item_id === null;
}

/** What a draft still lacks before it can be issued: the first line of which it is true, and what it is. */
export function missingIn(
  lines: readonly NewLine[],
): { line: string | undefined; field: 'description' | 'price'; text: string } | undefined {
  const said = lines.filter((line) => !isBlank(line));
  if (said.length === 0)
    return { line: undefined, field: 'description', text: 'Add at least one line before you issue it.' };
  const nameless = said.find(({ description }) => description.trim() === '');
  if (nameless)
    return {
      line: nameless.id,
      field: 'description',
      text: 'Say what this line is for before you issue it.',
    };
  const priceless = said.filter(({ price }) => price === null);
  if (priceless.length === 0) return undefined;
  const text =
    priceless.length === 1
      ? 'One line has no price yet. Enter it before you issue the invoice.'
      : `${priceless.length} lines have no price yet. Enter them before you issue the invoice.`;
  return { line: priceless[0]!.id, field: 'price', text };
}
