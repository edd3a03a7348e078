import { addressKey } from '../../values/street-address.ts';
import { type Position, straightKilometres } from '../../values/travel.ts';
import { isInAustralia } from '../suburbs/rules.ts';
import type { Site } from './schema.ts';

/** How anybody knows where a site is: a person has set the pin, a geocoder has found the address, or it is the middle of the suburb. */
export type PositionKind = 'pinned' | 'found' | 'estimated';

type Known = Pick<Site, 'position_is_exact' | 'position_is_found'>;

export function positionKind({ position_is_exact, position_is_found }: Known): PositionKind {
  if (position_is_exact) return 'pinned';
  return position_is_found ? 'found' : 'estimated';
}

export const positionWords: Readonly<Record<PositionKind, string>> = {
  pinned: 'pinned',
  found: 'found from the address',
  estimated: 'centre of the suburb',
};

type Addressed = Pick<Site, 'address' | 'suburb' | 'region' | 'postcode'>;

/** A door, a lot or a letter box beside the street: nobody can drive to a box. */
const box = /\b(?:gpo|po|p o|locked|private) (?:bag|box)\b/;

/**
 * What a geocoder is asked for: the house and its suburb, without the unit, so that all doors of a house are one question. Undefined
 * where the address says nothing that it could find.
 */
export function askedAddress({ address, suburb, region, postcode }: Addressed): string | undefined {
  const street = streetAddress(address);
  if (suburb === '' || street === '' || box.test(street) || !/\p{L}{2}/u.test(street)) return undefined;
  return `${street}, ${suburb} ${region} ${postcode}`.trim();
}

/** "12 church street" of "Unit 3/12 Church St": as it is compared. */
function streetAddress(address: string): string {
  return addressKey(address).replace(/^[^/ ]+\/(?=\S)/, '');
}

/** One answer of a geocoder, as far as it is understood. */
export interface Hit {
  readonly position: Position;
  /** Of the house; empty where it is only its street. */
  readonly number: string;
  readonly street: string;
  /** Every name of a part of the place that it is in. */
  readonly parts: readonly string[];
  readonly postcode: string;
}

type Suburb = { readonly name: string; readonly postcode: string } & Position;

/** A suburb is rarely wider; a postcode in the bush is. */
const NEAR_KILOMETRES = 15;
const FAR_KILOMETRES = 150;
/** Two hits of one house may be its gate and its roof. */
const SAME_KILOMETRES = 0.5;

/**
 * Which of the answers is the address: its street, in or near its suburb, the house before the street. Undefined where none is, or
 * where two far apart may be equally well meant.
 */
export function bestHit(address: string, suburb: Suburb, hits: readonly Hit[]): Position | undefined {
  const ranked = hits
    .filter((hit) => isInAustralia(hit.position) && isNear(hit, suburb) && isOfStreet(hit, address))
    .map(({ position, ...hit }) => ({
      position,
      rank: rankOf(hit, address, suburb),
      away: straightKilometres(position, suburb),
    }))
    .toSorted((a, b) => b.rank - a.rank || a.away - b.away);
  const [best] = ranked;
  if (best === undefined) return undefined;
  const isDoubtful = ranked.some(
    ({ rank, position }) =>
      rank >= HOUSE && rank === best.rank && straightKilometres(position, best.position) > SAME_KILOMETRES,
  );
  return isDoubtful ? undefined : best.position;
}

function isNear({ position, postcode }: Hit, suburb: Suburb): boolean {
  const most = postcode === suburb.postcode ? FAR_KILOMETRES : NEAR_KILOMETRES;
  return straightKilometres(position, suburb) <= most;
}

/** A geocoder that knows no Church Street may offer Churchill Street, or Upper Church Street. */
function isOfStreet({ street }: Omit<Hit, 'position'>, address: string): boolean {
  const asked = ` ${streetAddress(address)} `;
  const at = street === '' ? -1 : asked.indexOf(` ${addressKey(street)} `);
  // Before the street there are numbers, with a letter or two.
  return at >= 0 && !/\p{L}{2}/u.test(asked.slice(0, at));
}

const HOUSE = 4;
const NAMED_SUBURB = 2;
const SAME_POSTCODE = 1;

/** The house that was asked for, then the suburb by its name, then its postcode. */
function rankOf(
  { number, parts, postcode }: Omit<Hit, 'position'>,
  address: string,
  { name, postcode: wanted }: Suburb,
): number {
  const isHouse = number !== '' && streetAddress(address).startsWith(`${addressKey(number)} `);
  const isNamed = parts.some((part) => part.toLowerCase() === name.toLowerCase());
  return (isHouse ? HOUSE : 0) + (isNamed ? NAMED_SUBURB : 0) + (postcode === wanted ? SAME_POSTCODE : 0);
}
