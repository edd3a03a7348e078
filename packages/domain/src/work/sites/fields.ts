import { choice, ids, lines, numberOrNull, text } from '../../values/fields.ts';
import { zonesOfAustralia } from '../suburbs/rules.ts';

const trimmed = { stored: (value: string) => value.trim() };

/** Everything that somebody says of a site; what its suburb decides need not be said. */
export const siteFields = {
  name: text('Site name', 200, {
    ...trimmed,
    placeholder: 'Workshop, Unit 4 …',
    search: (name) => [name],
    table: { as: 'site', title: 'Site', names: ['sitename', 'location', 'locationname', 'property'] },
  }),
  address: text('Address', 300, {
    ...trimmed,
    placeholder: '12 Church Street',
    search: (address) => [address],
    table: { names: ['street', 'streetaddress', 'address1', 'addressline1', 'siteaddress'] },
  }),
  suburb_id: numberOrNull('Suburb', { minimum: 1, maximum: 1_000_000, isWhole: true }, { history: 'suburb' }),
  zone: choice('Time zone', zonesOfAustralia, 'Australia/Sydney', {
    description: 'IANA time zone, such as Australia/Broken_Hill',
    history: 'time zone',
  }),
  access_notes: lines('Access notes', 5_000, {
    placeholder: 'Keys at the café next door',
    table: { as: 'access', names: ['access', 'siteaccess', 'accessinstructions'] },
  }),
  hazards: lines('Hazards', 5_000, {
    placeholder: 'Dog in the yard',
    table: { names: ['hazard', 'risks', 'dangers'] },
  }),
  preferred: ids('Preferred technicians', 100, { history: 'preferred technicians' }),
  banned: ids('Banned technicians', 100, { history: 'banned technicians' }),
};
