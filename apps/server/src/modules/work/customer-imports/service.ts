import type { NewCustomer } from '@muster/domain/work/customers/schema';
import { customerFields } from '@muster/domain/work/customers/fields';
import { placeOf, suburbOf } from '@muster/domain/work/imports/cells';
import { siteFields } from '@muster/domain/work/sites/fields';
import { completedBy } from '@muster/domain/values/field-merge';
import { type CellProblem, readCells } from '@muster/domain/values/field-tables';
import { addCustomers, completeCustomers } from '../customers/service.ts';
import { alikeRows } from '../duplicates/service.ts';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { Importer } from '../import-tables/service.ts';
import { addSites } from '../sites/service.ts';
import { readHome, suburbsByName, suggestSuburbs } from '../suburbs/service.ts';

/** What is written of a customer. */
interface Tabled extends NewCustomer {
  /** The customer who is there and gets the sites, and the details as well. */
  readonly onto?: { readonly customer_id: string; readonly isUpdate: boolean };
}

/** A row is a customer with a site, or one more site of a customer who is there or whom another row has named. */
export const customerImporter: Importer<Tabled> = {
  kind: 'customers',
  access: dispatchers,
  async open(db, rows) {
    const suburbs = await suburbsByName(
      db,
      rows.flatMap((cells) => placeOf(cells)?.name ?? []),
    );
    const home = await readHome(db);
    return (cells) => {
      const customer = readCells(customerFields, cells);
      const site = readCells(siteFields, cells);
      const place = suburbOf(cells, suburbs, home);
      const problems: CellProblem[] = [
        ...customer.problems,
        ...site.problems,
        ...('problem' in place ? [place.problem] : []),
        ...('suburb' in place && !place.suburb && Object.values(site.values).some((text) => text !== '')
          ? [{ field: 'suburb', text: 'A site needs a suburb.' }]
          : []),
      ];
      const { name } = customer.values;
      if (problems.length > 0 || 'problem' in place || name === undefined) return { problems };
      const sites = place.suburb ? [{ ...site.values, suburb_id: place.suburb.id }] : [];
      return { fields: { ...customer.values, name, sites } };
    };
  },
  suggestSuburbs,
  alike: alikeRows,
  gather(rows) {
    const things = new Map<string, Tabled>();
    const byRow = new Map<number, string>();
    for (const { row, fields, becomes, alike } of rows) {
      const isUpdate = becomes === 'update';
      const ontoKnown = isUpdate || becomes === 'site' ? (alike?.customer_id ?? undefined) : undefined;
      const ontoRow = becomes === 'site' && alike?.like_row ? byRow.get(alike.like_row) : undefined;
      const key = ontoKnown ?? ontoRow ?? `row ${row}`;
      byRow.set(row, key);
      const onto = ontoKnown === undefined ? undefined : { customer_id: ontoKnown, isUpdate };
      const sites = isUpdate && !alike!.choices.includes('site') ? [] : fields.sites!;
      const before = things.get(key);
      const said = { ...fields, sites, ...(onto && { onto }) };
      things.set(key, before ? both(before, said) : said);
    }
    return [...things.values()];
  },
  adds: ({ onto }) => onto === undefined,
  async write(write, list) {
    await addCustomers(
      write,
      list.filter(({ onto }) => onto === undefined),
    );
    const known = list.flatMap(({ onto, sites = [], ...said }) => (onto ? [{ ...onto, sites, said }] : []));
    await completeCustomers(
      write,
      known.filter(({ isUpdate }) => isUpdate).map(({ customer_id, said }) => ({ id: customer_id, said })),
    );
    await addSites(
      write,
      known.flatMap(({ customer_id, sites }) => sites.map((site) => ({ ...site, customer_id }))),
    );
  },
};

/** What two rows say of one customer: what the first leaves open, the second says. Of one who is there, only updates count. */
function both(one: Tabled, other: Tabled): Tabled {
  const sites = [...one.sites!, ...other.sites!];
  const isUpdate = other.onto?.isUpdate ?? false;
  if (one.onto && one.onto.isUpdate !== isUpdate) return { ...(isUpdate ? other : one), sites };
  return { ...completedBy(customerFields, one, other), sites };
}
