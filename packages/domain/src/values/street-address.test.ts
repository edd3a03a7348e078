import { expect, test } from 'vitest';
import { addressKey } from './street-address.ts';

test.each([
  ['12 Church St', '12 Church Street'],
  ['12 church st.', '12  Church  Street,'],
  ['4 Old Northern Rd', '4 Old Northern Road'],
  ['9 Park Ave', '9 Park Avenue'],
  ['9 Park Av', '9 Park Avenue'],
  ['Unit 3/12 Church St', '3/12 Church Street'],
  ['Unit 3, 12 Church St', '3 / 12 Church Street'],
  ['U3/12 Church St', 'Apt. 3, 12 Church St'],
  ['Shop 3a/12 Church St', '3A/12 Church St'],
  ['Flat 3 12 Church St', '3/12 Church St'],
  ['2 St Johns Rd', '2 Saint John’s Road'],
  ['1 Mt Druitt Rd', '1 Mount Druitt Road'],
  ['No. 7 Station St E', '7 Station Street East'],
  ['12 – 14 Church St', '12-14 Church Street'],
  ['5 Bay Cres', '5 Bay Crescent'],
  ['5 Bay Pde, Level 2', '5 Bay Parade Level 2'],
])('“%s” is “%s”', (one, other) => {
  expect(addressKey(one)).toBe(addressKey(other));
});

test.each([
  ['12 Church St', '12 Church Rd'],
  ['3/12 Church St', '12 Church St'],
  ['3/12 Church St', '312 Church St'],
  ['12-14 Church St', '12 Church St'],
  ['12 Church St', '12a Church St'],
  ['7 Station St East', '7 Station St'],
  ['1 Court St', '1 Street Ct'],
])('“%s” is not “%s”', (one, other) => {
  expect(addressKey(one)).not.toBe(addressKey(other));
});
