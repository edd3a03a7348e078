import { customerKey } from '@muster/domain/customers/alike';
import type { NewCustomer } from '@muster/domain/customers/schema';
import {
  type CellProblem,
  type Cells,
  lengthProblems,
  listed,
  placeOf,
  suburbOf,
} from '@muster/domain/imports/cells';
import { isAbn, NO_ABN, storedAbn } from '@muster/domain/values/abn';
import { contactProblems, storedContact } from '@muster/domain/values/contact-data';
import { addCustomers } from '../customers/service.ts';
import { alikeRows } from '../duplicates/service.ts';
import type { Importer } from '../imports/service.ts';
import { suburbsByName } from '../suburbs/service.ts';

const limits = {
  name: { title: 'Name', most: 200, isRequired: true },
  phone: { title: 'Phone', most: 40 },
  email: { title: 'Email', most: 254 },
  note: { title: 'Note', most: 5_000 },
  site: { title: 'Site', most: 200 },
  address: { title: 'Address', most: 300 },
  access: { title: 'Access notes', most: 5_000 },
  hazards: { title: 'Hazards', most: 5_000 },
};
const MOST_TAGS = 50;
const LONGEST_TAG = 50;

/** A row is a customer with a site, or one more site of a customer that another row has named. */
export const customerImporter: Importer<NewCustomer> = {
  kind: 'customers',
  async open(db, rows) {
    const suburbs = await suburbsByName(
      db,
      rows.flatMap((cells) => placeOf(cells)?.name ?? []),
    );
    return (cells) => {
      const abn = storedAbn(cells['abn'] ?? '');
      const tags = listed(cells['tags'] ?? '');
      const place = suburbOf(cells, suburbs);
      const problems: CellProblem[] = [
        ...lengthProblems(cells, limits),
        ...contactProblems(cells),
        ...(abn !== null && !isAbn(abn) ? [{ field: 'abn', text: NO_ABN }] : []),
        ...(tags.length > MOST_TAGS || tags.some(({ length }) => length > LONGEST_TAG)
          ? [
              {
                field: 'tags',
                text: `A customer has at most ${MOST_TAGS} tags of ${LONGEST_TAG} characters.`,
              },
            ]
          : []),
        ...('problem' in place ? [place.problem] : []),
        ...('suburb' in place && !place.suburb && hasSite(cells)
          ? [{ field: 'suburb', text: 'A site needs its suburb.' }]
          : []),
      ];
      if (problems.length > 0 || 'problem' in place) return { problems };
      const site = place.suburb && {
        name: cells['site'] ?? '',
        address: cells['address'] ?? '',
        suburb_id: place.suburb.id,
        access_notes: cells['access'] ?? '',
        hazards: cells['hazards'] ?? '',
      };
      return {
        fields: {
          name: cells['name']!,
          abn,
          ...storedContact({ phone: cells['phone'] ?? '', email: cells['email'] ?? '' }),
          note: cells['note'] ?? '',
          tags,
          sites: site ? [site] : [],
        },
      };
    };
  },
  alike: alikeRows,
  gather(rows) {
    const known = new Map<string, NewCustomer>();
    for (const row of rows) {
      const key = customerKey(row);
      const before = known.get(key);
      if (before) before.sites!.push(...row.sites!);
      else known.set(key, { ...row, sites: [...row.sites!] });
    }
    return [...known.values()];
  },
  async write(write, customers) {
    await addCustomers(write, customers);
  },
};

function hasSite(cells: Cells): boolean {
  return ['site', 'address', 'access', 'hazards'].some((field) => (cells[field] ?? '') !== '');
}
