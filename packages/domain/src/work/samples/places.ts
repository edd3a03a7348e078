import type { Random } from './random.ts';

/** A locality as the table of suburbs has it. */
export interface Suburb {
  readonly id: number;
  readonly name: string;
  readonly region: string;
  readonly postcode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly zone: string;
}

const families = [
  'Abbott',
  'Amari',
  'Barlow',
  'Bianchi',
  'Calder',
  'Castro',
  'Dawson',
  'Demir',
  'Edwards',
  'Evans',
  'Farrugia',
  'Fitzroy',
  'Georgiou',
  'Grimshaw',
  'Haddad',
  'Huang',
  'Ibrahim',
  'Irvine',
  'Jansen',
  'Johal',
  'Karim',
  'Kelly',
  'Lange',
  'Lim',
  'Maloney',
  'Mehta',
  'Nguyen',
  'Novak',
  'Okafor',
  'Osborne',
  'Park',
  'Pereira',
  'Quinn',
  'Reddy',
  'Rossi',
  'Singh',
  'Sutherland',
  'Takahashi',
  'Tesfaye',
  'Underwood',
  'Vella',
  'Vu',
  'Walsh',
  'Wong',
  'Xu',
  'Yamada',
  'Yilmaz',
  'Zammit',
];
const givenNames = [
  'Ada',
  'Ben',
  'Carla',
  'Dinh',
  'Elena',
  'Farid',
  'Gina',
  'Hugo',
  'Isla',
  'Joel',
  'Kavita',
];
const businesses = [
  'Acacia Strata',
  'Banksia Child Care',
  'Bluegum Apartments',
  'Boronia Medical Centre',
  'Cedar Street Bakery',
  'Currawong Real Estate',
  'Dolphin Swim School',
  'Eastside Dental',
  'Flannel Flower Café',
  'Grevillea Aged Care',
  'Harbourside Hotel',
  'Ironbark Brewery',
  'Jacaranda Primary School',
  'Kookaburra Hostel',
  'Lilly Pilly Strata',
  'Magpie Gym',
  'Northern Line Laundry',
  'Orchard Hills Nursery',
  'Paperbark Apartments',
  'Quarry Lane Studios',
  'Rosella Retirement Village',
  'Saltwater Seafood',
  'Telopea Strata',
  'Waratah Motors',
];
const streets = [
  'Acacia St',
  'Albert Rd',
  'Beach St',
  'Bridge Rd',
  'Church St',
  'Coronation Pde',
  'Elizabeth St',
  'George St',
  'Hill Rd',
  'King St',
  'Liverpool Rd',
  'Ocean St',
  'Park Ave',
  'Pittwater Rd',
  'Queen St',
  'Railway Pde',
  'Station St',
  'Victoria Rd',
  'Wattle Ave',
  'William St',
];
const accessNotes = [
  'Key in the lock box beside the meter',
  'Call on arrival, the gate is locked',
  'Park in the loading zone',
  'Ask at reception',
];
const hazards = ['Dog in the yard', 'Asbestos sheeting in the laundry', 'Low roof in the cellar'];

export interface SampleCustomer {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly contact: string;
  readonly isBusiness: boolean;
  readonly sites: readonly SampleSite[];
}

export interface SampleSite {
  readonly address: string;
  readonly suburb: Suburb;
  readonly latitude: number;
  readonly longitude: number;
  readonly access: string;
  readonly hazards: string;
}

/** About a kilometre and a half: houses are not all in the middle of their suburb. */
const SPREAD_DEGREES = 0.014;

/** A business customer has several sites, a household has one. */
export function makeCustomer(random: Random, index: number, suburbs: readonly Suburb[]): SampleCustomer {
  const person = `${givenNames[(index * 5) % givenNames.length]} ${families[index % families.length]}`;
  const isBusiness = index % 4 === 0;
  const place = Math.floor(index / 4);
  const round = Math.floor(
    isBusiness ? place / businesses.length : index / (families.length * givenNames.length),
  );
  const base = isBusiness ? businesses[place % businesses.length]! : person;
  return {
    name: round > 0 ? `${base} ${round + 1}` : base,
    phone: `04${digits(random, 2)} ${digits(random, 3)} ${digits(random, 3)}`,
    email: `${base.toLowerCase().replaceAll(/[^a-z]+/g, '.')}${index}@example.com`,
    contact: person,
    isBusiness,
    sites: Array.from({ length: isBusiness ? 1 + random.below(4) : 1 }, () => makeSite(random, suburbs)),
  };
}

function makeSite(random: Random, suburbs: readonly Suburb[]): SampleSite {
  const suburb = random.pick(suburbs);
  const shift = () => (random.next() - 0.5) * 2 * SPREAD_DEGREES;
  return {
    address: `${1 + random.below(240)} ${random.pick(streets)}`,
    suburb,
    latitude: round(suburb.latitude + shift()),
    longitude: round(suburb.longitude + shift()),
    access: random.chance(0.25) ? random.pick(accessNotes) : '',
    hazards: random.chance(0.12) ? random.pick(hazards) : '',
  };
}

/** To about ten centimetres, which is what a number that people read should have. */
function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.below(10)).join('');
}
