import type { CellProblem, Cells, ImportColumn } from '../../values/field-tables.ts';

const place = /^(.*?)(?:[\s,]+(NSW|VIC|QLD|WA|SA|TAS|ACT|NT))?(?:[\s,]+(\d{4}))?$/i;

/** What somebody says of a place: "Ryde NSW 2112" in one cell, or its parts in several. Nothing, where they say nothing. */
export function placeOf(cells: Cells): { name: string; region: string; postcode: string } | undefined {
  const [, name = '', region = '', postcode = ''] = place.exec((cells['suburb'] ?? '').trim()) ?? [];
  if (name === '') return undefined;
  return {
    name: name.toLowerCase(),
    region: (cells['state'] || region).trim().toUpperCase(),
    postcode: (cells['postcode'] || postcode).trim(),
  };
}

interface Place {
  readonly name: string;
  readonly region: string;
  readonly postcode: string;
}

/** The suburb that is meant, among all of its name, at home before elsewhere; or why it cannot be told. */
export function suburbOf<Suburb extends Place>(
  cells: Cells,
  byName: ReadonlyMap<string, readonly Suburb[]>,
  home: string | null,
): { readonly suburb: Suburb | undefined } | { readonly problem: CellProblem } {
  const meant = placeOf(cells);
  if (!meant) return { suburb: undefined };
  const problem = (text: string) => ({ problem: { field: 'suburb', text } });
  const all = byName.get(meant.name) ?? [];
  if (all.length === 0) return problem(`We couldn’t find the suburb “${cells['suburb']}”.`);
  const fitting = all.filter(
    ({ region, postcode }) =>
      (meant.region === '' || region === meant.region) &&
      (meant.postcode === '' || postcode === meant.postcode),
  );
  if (fitting.length === 0) return problem(`${cells['suburb']} is in another state or has another postcode.`);
  if (fitting.length === 1 || meant.postcode !== '') return { suburb: fitting[0] };
  const near = fitting.filter(({ region }) => region === home);
  return near.length === 1
    ? { suburb: near[0] }
    : problem(`Several suburbs are called “${cells['suburb']}”. Add the postcode.`);
}

/** A place as cells of a table say it: in its own columns where there are any, else all in one. */
export function cellsOfPlace({ name, region, postcode }: Place, fields: readonly (string | null)[]): Cells {
  const apart = ['state', 'postcode'].filter((field) => fields.includes(field));
  const rest = { state: region, postcode };
  return {
    suburb: [
      name,
      ...(['state', 'postcode'] as const).filter((it) => !apart.includes(it)).map((it) => rest[it]),
    ].join(' '),
    ...Object.fromEntries(apart.map((field) => [field, rest[field as keyof typeof rest]])),
  };
}

/** Which field each heading means; null where it means none. A field is taken once, by the first that fits. */
export function matchColumns(
  headings: readonly string[],
  columns: readonly ImportColumn[],
): (string | null)[] {
  const taken = new Set<string>();
  return headings.map((heading) => {
    const name = plain(heading);
    const found = columns.find(
      ({ field, title, names }) =>
        !taken.has(field) && (plain(title) === name || field === name || names.includes(name)),
    );
    if (!found) return null;
    taken.add(found.field);
    return found.field;
  });
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
