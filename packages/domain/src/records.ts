import { type ImportColumn, importColumnsOf } from './values/field-tables.ts';
import type { Fields } from './values/fields.ts';
import { itemFields } from './money/items/fields.ts';
import { openInvoiceFields } from './money/open-invoices/fields.ts';
import { contactFields } from './work/contacts/fields.ts';
import { customerFields } from './work/customers/fields.ts';
import { jobFields } from './work/jobs/fields.ts';
import { siteFields } from './work/sites/fields.ts';
import { skillFields } from './work/skills/fields.ts';
import { technicianFields } from './work/technicians/fields.ts';

const state: ImportColumn = {
  field: 'state',
  title: 'State',
  names: ['region', 'stateterritory', 'province'],
};
const postcode: ImportColumn = {
  field: 'postcode',
  title: 'Postcode',
  names: ['zip', 'zipcode', 'postalcode', 'pcode'],
};
const suburb = (...names: string[]): ImportColumn => ({
  field: 'suburb',
  title: 'Suburb',
  names: [...names, 'city', 'town', 'locality'],
});

/** What there is to know of a kind of record, beside its fields. */
export interface RecordKind {
  /** What one of them is called. */
  readonly thing: string;
  readonly fields: Fields;
  /** What a table of them holds that comes in, and what its rows are; where there is no such table, nothing. */
  readonly table?: { readonly columns: readonly ImportColumn[]; readonly lead: string };
  /** The search finds them; of those whose name stands alone, by which fields they are told apart. */
  readonly found?: readonly string[];
}

/** Every record that people keep, by its table, in the order in which the search shows what it finds. */
export const records = {
  technicians: {
    thing: 'technician',
    fields: technicianFields,
    found: ['phone', 'email'],
    table: {
      lead: 'One row for each technician. Any you don’t have a licence for are added as inactive.',
      columns: importColumnsOf(technicianFields, {
        base_suburb_id: [suburb('base', 'basesuburb', 'homesuburb'), state, postcode],
      }),
    },
  },
  customers: {
    thing: 'customer',
    fields: customerFields,
    found: ['phone', 'email'],
    table: {
      lead: 'One row for each customer, or for each site of a customer.',
      columns: [
        ...importColumnsOf(customerFields),
        ...importColumnsOf(siteFields, { suburb_id: [suburb(), state, postcode] }),
      ],
    },
  },
  jobs: {
    thing: 'job',
    fields: jobFields,
    found: [],
    table: {
      lead: 'One row for each job. Add the customers first.',
      columns: [
        {
          field: 'customer',
          title: 'Customer',
          names: ['customername', 'client', 'clientname', 'company'],
          isRequired: true,
        },
        {
          field: 'site',
          title: 'Site',
          names: ['sitename', 'siteaddress', 'address', 'location'],
          hint: 'its name or address; can be empty if there’s only one',
        },
        { field: 'type', title: 'Job type', names: ['type', 'service', 'servicetype', 'worktype'] },
        ...importColumnsOf(jobFields, {
          due_on: [
            {
              field: 'duration',
              title: 'Duration',
              names: ['minutes', 'length', 'time'],
              hint: 'in minutes',
            },
          ],
        }),
      ],
    },
  },
  invoices: {
    thing: 'invoice',
    fields: openInvoiceFields,
    found: [],
    table: {
      lead: 'One row for each invoice that is still owed in another program. Invoices keep their numbers. Add the customers first.',
      columns: importColumnsOf(openInvoiceFields),
    },
  },
  items: {
    thing: 'item',
    fields: itemFields,
    found: ['code'],
    table: {
      lead: 'One row for each item of your price list. Rows with a code you already have update that item.',
      columns: importColumnsOf(itemFields),
    },
  },
  sites: { thing: 'site', fields: siteFields, found: [] },
  contacts: { thing: 'contact', fields: contactFields, found: [] },
  skills: { thing: 'skill', fields: skillFields },
} as const satisfies Readonly<Record<string, RecordKind>>;

type Records = typeof records;
type KindsWith<Part extends keyof RecordKind> = {
  [Kind in keyof Records]: Records[Kind] extends { readonly [P in Part]: unknown } ? Kind : never;
}[keyof Records];

/** What tables of are taken in and given out, and what the search finds. */
export type ImportKind = KindsWith<'table'>;
export type FoundKind = KindsWith<'found'>;

function kindsWith<Part extends keyof RecordKind>(part: Part): KindsWith<Part>[] {
  const named: [string, RecordKind][] = Object.entries(records);
  return named.filter(([, kind]) => kind[part] !== undefined).map(([name]) => name as KindsWith<Part>);
}

export const importKinds: readonly ImportKind[] = kindsWith('table');
export const foundKinds: readonly FoundKind[] = kindsWith('found');
