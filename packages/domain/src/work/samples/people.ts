import type { SkillName } from './trade.ts';

/** Days on which somebody works, Monday first. Together they cover every day of the week. */
export const weekdays = [1, 2, 3, 4, 5] as const;
const tuesdayToSaturday = [2, 3, 4, 5, 6] as const;
const sundayToThursday = [1, 2, 3, 4, 7] as const;
const weekendAndMiddle = [3, 4, 5, 6, 7] as const;
const everyDay = [1, 2, 3, 4, 5, 6, 7] as const;

export interface SamplePerson {
  readonly name: string;
  readonly colour: string;
  readonly skills: readonly SkillName[];
  readonly suburb: string;
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
  /** Skills whose ticket has run out. */
  readonly lapsed?: readonly SkillName[];
}

/** The first one signs in as technician@example.com, and has a full day whenever the demo is looked at. */
export const samplePeople: readonly SamplePerson[] = [
  person('Priya Nair', 'teal', ['Plumbing', 'Gas fitting', 'Drains'], 'Ryde', everyDay),
  person('Dave Kowalski', 'blue', ['Plumbing', 'Drains'], 'Parramatta', weekdays),
  person('Sam Whitford', 'violet', ['Plumbing', 'Gas fitting'], 'Chatswood', tuesdayToSaturday),
  person('Linh Tran', 'pink', ['Plumbing', 'Backflow'], 'Marrickville', sundayToThursday),
  person('Jack Moreton', 'red', ['Drains', 'Roof', 'Plumbing'], 'Bankstown', weekdays),
  person('Aisha Rahman', 'ochre', ['Plumbing', 'Gas fitting', 'Backflow'], 'Auburn', weekendAndMiddle),
  person('Tom Beresford', 'lime', ['Roof', 'Plumbing'], 'Hornsby', tuesdayToSaturday),
  {
    ...person('Mei Zhang', 'green', ['Plumbing', 'Gas fitting'], 'Hurstville', weekdays),
    lapsed: ['Gas fitting'],
  },
  person('Nico Papas', 'cyan', ['Drains', 'Plumbing'], 'Brighton-Le-Sands', weekendAndMiddle),
  person('Ruby Caldwell', 'slate', ['Plumbing', 'Gas fitting', 'Roof'], 'Manly', sundayToThursday),
  person('Owen Tuck', 'blue', ['Plumbing', 'Drains', 'Backflow'], 'Blacktown', weekdays, '12:00', '20:30'),
  person(
    'Grace Faleolo',
    'violet',
    ['Plumbing', 'Gas fitting', 'Drains'],
    'Liverpool',
    everyDay,
    '06:00',
    '14:30',
  ),
];

function person(
  name: string,
  colour: string,
  skills: readonly SkillName[],
  suburb: string,
  days: readonly number[],
  from = '07:00',
  to = '15:30',
): SamplePerson {
  return { name, colour, skills, suburb, days, from, to };
}

const givenNames = [
  'Alex',
  'Bree',
  'Cam',
  'Dana',
  'Eli',
  'Fern',
  'Gus',
  'Holly',
  'Ivan',
  'Jess',
  'Kit',
  'Lou',
  'Max',
  'Nina',
];
const familyNames = [
  'Ashby',
  'Brennan',
  'Chen',
  'Duarte',
  'Ellis',
  'Farah',
  'Grant',
  'Hale',
  'Iyer',
  'Jones',
  'Kerr',
  'Li',
  'Moss',
];

/** For businesses of any size: the same people come back with a number. */
export function personNumber(index: number): SamplePerson {
  const known = samplePeople[index];
  if (known) return known;
  const model = samplePeople[index % samplePeople.length]!;
  const given = givenNames[index % givenNames.length]!;
  const family = familyNames[Math.floor(index / givenNames.length) % familyNames.length]!;
  return { ...model, name: `${given} ${family} ${index + 1}` };
}
