import { choice, email, flag, ids, lines, numberOrNull, phone, text } from '../../values/fields.ts';
import { technicianColours } from './rules.ts';

/** What somebody says of a technician, beside the working week, which has a shape of its own. */
export const technicianFields = {
  name: text('Name', 200, {
    needed: 'A technician needs a name.',
    erased: 'Erased',
    search: (name) => [name],
    table: {
      names: ['fullname', 'technician', 'technicianname', 'employee', 'employeename', 'staff', 'worker'],
    },
  }),
  phone: phone(),
  email: email(),
  colour: choice('Colour', technicianColours, 'teal'),
  skills: ids('Skills', 100, {
    table: { names: ['skill', 'trades', 'trade', 'qualifications'], hint: 'names, separated by ;' },
  }),
  base_suburb_id: numberOrNull(
    'Base',
    { minimum: 1, maximum: 1_000_000, isWhole: true },
    { history: 'base', erased: null },
  ),
  base_latitude: numberOrNull('Latitude', { minimum: -90, maximum: 90 }, { history: null, erased: null }),
  base_longitude: numberOrNull('Longitude', { minimum: -180, maximum: 180 }, { history: null, erased: null }),
  is_active: flag('Active', true, {
    description: 'Can be scheduled, and uses a licence',
    history: 'activity',
    table: { as: 'active', names: ['isactive', 'enabled', 'schedulable'], hint: 'yes or no' },
  }),
  note: lines('Note', 5_000, { table: { names: ['notes', 'comment', 'comments', 'remarks'] } }),
};
