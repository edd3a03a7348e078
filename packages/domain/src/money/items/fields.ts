import { centsOrNull, choice, flag, minutesOrNull, other, text } from '../../values/fields.ts';
import { gstCategories, type GstCategory, MOST_QUANTITY } from '../lines/amounts.ts';

/**
 * What a line of the price list is: time that somebody works, coming out at all, something that is built in, work at one price, or a
 * kit, which brings several of the others.
 */
export const itemKinds = ['labour', 'call-out', 'part', 'service', 'kit'] as const;
export type ItemKind = (typeof itemKinds)[number];

export const kindWords: Readonly<Record<ItemKind, string>> = {
  labour: 'Labour per hour',
  'call-out': 'Call-out',
  part: 'Part',
  service: 'Fixed service',
  kit: 'Kit',
};

/** What is in a kit: so much of another item, in thousandths. */
export interface KitPart {
  readonly item_id: string;
  readonly quantity: number;
}

const MOST_PARTS = 50;

/** As accounting programs call them too. */
const gstNames: Readonly<Record<GstCategory, readonly string[]>> = {
  gst: ['gst', 'gst on income', '10%', '10', 'yes', 'output'],
  'gst-free': [
    'gst-free',
    'gst free',
    'gst free income',
    'free',
    'fre',
    '0%',
    '0',
    'no',
    'exempt',
    'exemptoutput',
  ],
  'input taxed': ['input taxed', 'input-taxed', 'inp', 'no gst', 'bas excluded', 'basexcluded', 'n-t'],
};

const MOST_MINUTES = 24 * 60;

/** Everything that somebody says of an item of the price list. */
export const itemFields = {
  kind: choice('Kind', itemKinds, 'part', {
    words: kindWords,
    table: { names: ['type', 'itemtype', 'category'] },
    read(cell) {
      const word = cell.trim().toLowerCase();
      if (word === 'kit')
        return { problem: 'A kit can’t be imported, because a table doesn’t say what is in it.' };
      const found = itemKinds.find((kind) => kind === word || kindWords[kind].toLowerCase() === word);
      if (found !== undefined || word === '') return { value: found ?? 'part' };
      return { problem: 'Kind must be Labour per hour, Call-out, Part or Fixed service.' };
    },
  }),
  name: text('Name', 200, {
    needed: 'An item needs a name.',
    search: (name) => [name],
    table: { names: ['item', 'itemname', 'product', 'productname', 'description', 'title'] },
  }),
  code: text('Code', 60, {
    stored: (code) => code.trim(),
    search: (code) => [code],
    table: {
      names: ['itemcode', 'sku', 'partnumber', 'partno', 'productcode', 'stockcode', 'itemnumber'],
      hint: 'a row with a code you already have updates that item',
    },
  }),
  unit: text('Unit', 20, {
    placeholder: 'each',
    stored: (unit) => unit.trim(),
    table: { names: ['uom', 'unitofmeasure', 'measure', 'per'], hint: 'such as each, m or h' },
  }),
  price: centsOrNull('Sale price', {
    history: 'sale price',
    description:
      'In cents, with or without GST as `price_includes_gst` says; of labour, for an hour of one person',
    table: {
      names: [
        'price',
        'sellprice',
        'sellingprice',
        'unitprice',
        'retail',
        'retailprice',
        'rrp',
        'listprice',
        'salesunitprice',
      ],
      hint: 'in dollars, such as 12.50',
    },
  }),
  price_includes_gst: flag('Price includes GST', false, {
    history: 'GST in the price',
    table: { names: ['includesgst', 'incgst', 'gstinclusive', 'taxinclusive'] },
  }),
  gst: choice('GST', gstCategories, 'gst', {
    history: 'GST',
    words: { gst: 'GST', 'gst-free': 'GST-free', 'input taxed': 'Input taxed' },
    table: { names: ['tax', 'taxcode', 'gstcode', 'taxtype', 'taxrate', 'salestaxrate'] },
    read(cell) {
      const word = cell.trim().toLowerCase();
      const found = gstCategories.find((category) => gstNames[category].includes(word));
      if (found !== undefined || word === '') return { value: found ?? 'gst' };
      return { problem: 'GST must be GST, GST-free or Input taxed.' };
    },
  }),
  cost: centsOrNull('Cost', {
    description: 'What one costs the business, in cents without GST. Null for those who may not see it',
    table: {
      names: [
        'costprice',
        'buyprice',
        'purchaseprice',
        'nettprice',
        'netprice',
        'tradeprice',
        'purchasesunitprice',
      ],
      hint: 'without GST',
    },
  }),
  minimum: minutesOrNull('Minimum', MOST_MINUTES, {
    description: 'Of labour: the least that is charged, in minutes',
    table: { names: ['minimumminutes', 'minimumcharge'], hint: 'of labour, in minutes' },
  }),
  step: minutesOrNull('Charged in steps of', MOST_MINUTES, {
    description:
      'Of labour: beyond the minimum, time is charged in steps of so many minutes, each begun one whole',
    table: { title: 'Step', names: ['increment', 'stepminutes', 'rounding'], hint: 'of labour, in minutes' },
  }),
  parts: other<KitPart[]>(
    'In the kit',
    {
      type: 'array',
      maxItems: MOST_PARTS,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['item_id', 'quantity'],
        properties: {
          item_id: { type: 'string', format: 'uuid' },
          quantity: { type: 'integer', minimum: 1, maximum: MOST_QUANTITY },
        },
      },
      description: 'Of a kit: the items that it brings, each so often, in thousandths',
    },
    [],
    { history: 'contents' },
  ),
};
