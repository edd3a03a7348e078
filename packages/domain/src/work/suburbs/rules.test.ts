import { expect, test } from 'vitest';
import { readSuburbSearch, suburbName, zoneOfSuburb } from './rules.ts';

test.each([
  ['Sydney', 'NSW', '2000', 'Australia/Sydney'],
  ['Dickson', 'ACT', '2602', 'Australia/Sydney'],
  ['Broken Hill', 'NSW', '2880', 'Australia/Broken_Hill'],
  ['Silverton', 'NSW', '2880', 'Australia/Broken_Hill'],
  ['Tibooburra', 'NSW', '2880', 'Australia/Sydney'],
  ['Silverton', 'SA', '5204', 'Australia/Adelaide'],
  ['Lord Howe Island', 'NSW', '2898', 'Australia/Lord_Howe'],
  ['Eucla', 'WA', '6443', 'Australia/Eucla'],
  ['Norseman', 'WA', '6443', 'Australia/Perth'],
  ['Norfolk Island', 'NSW', '2899', 'Pacific/Norfolk'],
  ['Christmas Island', 'WA', '6798', 'Indian/Christmas'],
  ['Home Island Cocos (Keeling) Islands', 'WA', '6799', 'Indian/Cocos'],
  ['Darwin', 'NT', '0800', 'Australia/Darwin'],
] as const)('%s %s %s is in %s', (name, region, postcode, zone) => {
  expect(zoneOfSuburb({ name, region, postcode })).toBe(zone);
});

test.each([
  ['MCMAHONS POINT', 'McMahons Point'],
  ["O'CONNOR", "O'Connor"],
  ['DOUGLAS-DALY', 'Douglas-Daly'],
  ['ISLE OF CAPRI', 'Isle of Capri'],
  ['THE ROCKS', 'The Rocks'],
  ['HOME ISLAND COCOS (KEELING) ISLANDS', 'Home Island Cocos (Keeling) Islands'],
  ['MACKAY', 'Mackay'],
  ["FRENCH'S FOREST", "French's Forest"],
])('%s is written %s', (capitals, written) => {
  expect(suburbName(capitals)).toBe(written);
});

test.each([
  ['Ryde', 'ryde', undefined, undefined],
  ['ryde nsw 2112', 'ryde', '2112', 'NSW'],
  ['ryde, 2112', 'ryde', '2112', undefined],
  ['21', '', '21', undefined],
  ['broken hill nsw', 'broken hill', undefined, 'NSW'],
  ['sa', 'sa', undefined, undefined],
])('%s looks for "%s"', (text, name, postcode, region) => {
  expect(readSuburbSearch(text)).toEqual({ name, postcode, region });
});
