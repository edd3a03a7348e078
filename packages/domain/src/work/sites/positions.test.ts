import { expect, test } from 'vitest';
import { askedAddress, bestHit, type Hit, positionKind } from './positions.ts';

const ryde = { name: 'Ryde', postcode: '2112', latitude: -33.8157, longitude: 151.1035 };
const place = { suburb: 'Ryde', region: 'NSW', postcode: '2112' };

function hit(fields: Partial<Hit> = {}, latitude = -33.815, longitude = 151.101): Hit {
  return {
    position: { latitude, longitude },
    number: '12',
    street: 'Church Street',
    parts: ['Ryde', 'Sydney'],
    postcode: '2112',
    ...fields,
  };
}

test('a position is a pin, found or an estimate', () => {
  const kinds = [
    { position_is_exact: true, position_is_found: false },
    { position_is_exact: false, position_is_found: true },
    { position_is_exact: false, position_is_found: false },
  ].map(positionKind);
  expect(kinds).toEqual(['pinned', 'found', 'estimated']);
});

test.each([
  ['12 Church St', '12 church street, Ryde NSW 2112'],
  ['Unit 3/12 Church St.', '12 church street, Ryde NSW 2112'],
  ['Church Street', 'church street, Ryde NSW 2112'],
  ['', undefined],
  ['12', undefined],
  ['PO Box 7', undefined],
])('of “%s” a geocoder is asked for %s', (address, asked) => {
  expect(askedAddress({ ...place, address })).toBe(asked);
});

test('without a suburb nothing is asked', () => {
  expect(askedAddress({ ...place, address: '12 Church St', suburb: '' })).toBeUndefined();
});

test('of several hits the house counts, then the suburb, then the postcode', () => {
  const house = hit({}, -33.816);
  const street = hit({ number: '' }, -33.817);
  const namesake = hit({ parts: ['Parramatta'], postcode: '2150' }, -33.81, 151.0);
  expect(bestHit('12 Church St', ryde, [street, namesake, house])).toEqual(house.position);
  expect(bestHit('14 Church St', ryde, [namesake, street])).toEqual(street.position);
});

test('a house on the other side of the street of the same name is not chosen over the right suburb', () => {
  const elsewhere = hit({ parts: ['Meadowbank'], postcode: '2114' }, -33.82, 151.09);
  expect(bestHit('12 Church St', ryde, [elsewhere, hit()])).toEqual(hit().position);
});

test.each<[string, Hit[]]>([
  ['nothing', []],
  ['a position outside Australia', [hit({}, 53.7, -1.6)]],
  ['a position far from its suburb', [hit({ postcode: '3121' }, -37.82, 145.0)]],
  ['another street', [hit({ street: 'Churchill Street' }), hit({ street: 'Upper Church Street' })]],
  ['two that may be meant alike', [hit(), hit({}, -33.835)]],
])('%s is no answer', (_what, hits) => {
  expect(bestHit('12 Church St', ryde, hits)).toBeUndefined();
});

test('a longer street is not taken for the one it ends with', () => {
  expect(bestHit('12 Upper Church St', ryde, [hit()])).toBeUndefined();
});

test('two dots on one house are one', () => {
  expect(bestHit('12 Church St', ryde, [hit(), hit({}, -33.8152)])).toBeDefined();
});

test('in the bush a postcode is wide', () => {
  const station = { name: 'Tibooburra', postcode: '2880', latitude: -29.43, longitude: 142.01 };
  const far = hit({ parts: [], postcode: '2880', street: 'Silver City Highway', number: '' }, -30.2, 141.9);
  expect(bestHit('Silver City Hwy', station, [far])).toEqual(far.position);
});
