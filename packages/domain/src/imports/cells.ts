/** The cells of one row, by field; what is not there is empty. */
export type Cells = Readonly<Record<string, string>>;

/** Something in a row that cannot be taken as it is. */
export interface CellProblem {
  readonly field: string;
  readonly text: string;
}

/** What somebody means who writes yes or no; undefined where it cannot be told. */
export function yesOrNo(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase();
  if (['yes', 'y', 'true', '1', 'active', 'x'].includes(word)) return true;
  if (['no', 'n', 'false', '0', 'inactive'].includes(word)) return false;
  return undefined;
}

/** Several in one cell. */
export function listed(cell: string): string[] {
  return cell
    .split(/[;,|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A day as Australians write it, or as programs do; undefined where it is none. */
export function dayOf(cell: string): string | undefined {
  const text = cell.trim();
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const iso = year === undefined ? text : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return undefined;
  const [y = 0, m = 0, d = 0] = iso.split('-').map(Number);
  const found = new Date(Date.UTC(y, m - 1, d));
  return found.getUTCMonth() === m - 1 && found.getUTCDate() === d ? iso : undefined;
}

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

/** The suburb that is meant, among all of its name; or why it cannot be told. */
export function suburbOf<Suburb extends Place>(
  cells: Cells,
  byName: ReadonlyMap<string, readonly Suburb[]>,
): { readonly suburb: Suburb | undefined } | { readonly problem: CellProblem } {
  const meant = placeOf(cells);
  if (!meant) return { suburb: undefined };
  const problem = (text: string) => ({ problem: { field: 'suburb', text } });
  const all = byName.get(meant.name) ?? [];
  if (all.length === 0) return problem(`There is no suburb “${cells['suburb']}”.`);
  const fitting = all.filter(
    ({ region, postcode }) =>
      (meant.region === '' || region === meant.region) &&
      (meant.postcode === '' || postcode === meant.postcode),
  );
  if (fitting.length === 0)
    return problem(`${cells['suburb']} is in another state, or has another postcode.`);
  return fitting.length > 1 && meant.postcode === ''
    ? problem(`There are several suburbs “${cells['suburb']}”: give the postcode, too.`)
    : { suburb: fitting[0] };
}

/** What is too long for its field, or missing. */
export function lengthProblems(
  cells: Cells,
  limits: Readonly<Record<string, { title: string; most: number; isRequired?: boolean }>>,
): CellProblem[] {
  return Object.entries(limits).flatMap(([field, { title, most, isRequired }]) => {
    const { length } = (cells[field] ?? '').trim();
    if (isRequired && length === 0) return [{ field, text: `${title} is missing.` }];
    return length > most ? [{ field, text: `${title} is longer than ${most} characters.` }] : [];
  });
}
