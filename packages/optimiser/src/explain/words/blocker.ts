import type { RuleName } from '@muster/domain/scheduling/constraints';
import type { Window } from '@muster/domain/scheduling/problem';

import type { Blocker } from '../why-not/blockers.ts';
import { atMost } from './lengths.ts';
import type { Piece } from './parts.ts';
import { day, listed, ruled, time } from './parts.ts';
import type { Phrases, Scene } from './scene.ts';
import { phrase } from './scene.ts';

const DAY = 1440;
/** A window that leaves more choice than this is as good as none. */
const NARROW = 240;
/** A bound below this tells nothing. */
const TELLING = 10;
/** Of those whose day is full, so many are told with what they lack. */
const MOST_SHORT = 3;
/** Of those who are away, so many are told with the times. */
const MOST_AWAY = 4;

/** What keeps technicians from a visit: "Priya’s day is full: 40 min short, whatever the order". */
export function blockerInWords(blocker: Blocker, scene: Scene): Piece {
  return phrase(phrases, blocker, scene);
}

/** Those that need no more than the names. */
function just(rule: RuleName, text: string): (blocker: Named, scene: Scene) => Piece {
  return ({ technicians }, { all }) => [ruled(rule, text), ': ', all(technicians)];
}

type Named = { readonly technicians: readonly string[] };

const phrases: Phrases<Blocker> = {
  full: ({ people }, scene) => fullInWords(people, scene),
  taken: ({ technician, visits, windows, others }, { who, ranked, all }) => {
    const named = listed([...visits.map(ranked), 'the drive']);
    const window = narrow(windows);
    const too = others.length === 0 ? '' : ['; taken too: ', all(others)];
    if (window === undefined)
      return [who(technician), ': ', named, ' ', ruled('overlap', 'take the time it needs'), too];
    const promised = [time(window.start), '–', time(window.end)];
    return [who(technician), ': ', promised, ' ', ruled('overlap', 'is taken'), ' by ', named, too];
  },
  late: ({ people }, { who, all }) => {
    const [first, ...others] = people;
    const too = [', and it is no better with ', all(others.map(({ technician }) => technician))];
    return [
      'would run ',
      ruled('shift', `${atMost(first!.short)} past the end of the day`),
      ' of ',
      who(first!.technician),
      ', even with nothing else on it',
      others.length === 0 ? '' : too,
    ];
  },
  away: ({ people }, { who, all }) => {
    if (people.length > MOST_AWAY)
      return [all(people.map(({ technician }) => technician)), ' are ', ruled('absence', 'away')];
    const named = people.map(({ technician, start, end }) => [
      who(technician),
      end - start < DAY ? [' (', time(start), '–', time(end), ')'] : '',
    ]);
    return [listed(named), people.length === 1 ? ' is ' : ' are ', ruled('absence', 'away')];
  },
  skill: ({ skills, technicians }, { all }) => [
    ruled('skill', `no ${tickets(skills)}`),
    ': ',
    all(technicians),
  ],
  ticket: ({ skills, technicians }, { all }) => [
    ruled('ticket', `${tickets(skills)} expired`),
    ': ',
    all(technicians),
  ],
  crew: just('crew', 'not free at the same time'),
  break: just('break', 'no time left for the break'),
  duration: just('duration', 'the day would be too long'),
  capacity: just('capacity', 'no room in the vehicle'),
  'no room': just('travel', 'no gap that is long enough'),
  far: just('travel', 'too far away to be there in time'),
  off: just('shift', 'not working then'),
  fixed: just('fixed', 'not chosen for it'),
  banned: just('banned', 'not wanted by the customer'),
  pinned: just('pinned', 'pinned to somebody else'),
};

function fullInWords(
  people: Extract<Blocker, { code: 'full' }>['people'],
  { who, all, hasManyDays }: Scene,
): Piece {
  const [first, ...others] = people;
  const { technician, short, isExact, day: at } = first!;
  // Bounds say little beside what is known to the minute.
  const near = others.filter((one) => one.isExact).slice(0, MOST_SHORT - 1);
  const rest = others.filter((one) => !near.includes(one)).map((one) => one.technician);
  const more = [
    ...near.map((one) => [who(one.technician), ` (${atMost(one.short)} short)`]),
    ...(rest.length > 0 ? [all(rest)] : []),
  ];
  return [
    who(technician),
    hasManyDays ? ['’s ', day(at), ' '] : '’s day ',
    ruled('shift', 'is full'),
    isExact || short >= TELLING ? `: ${isExact ? '' : 'at least '}${atMost(short)} short` : '',
    ', whatever the order',
    more.length > 0 ? ['; full too: ', listed(more, rest.length > 1 ? 'as well as' : 'and')] : '',
  ];
}

/** Where nothing helps that could be offered: until when it was looked for, and what somebody can do about it. */
export function hopelessInWords(blockers: readonly Blocker[], until: number): Piece {
  const never = blockers.every(({ code }) => code === 'skill' || code === 'ticket');
  const lacking = blockers.find(({ code }) => code === 'skill' || code === 'ticket');
  if (never && lacking !== undefined && 'skills' in lacking)
    return [
      'nobody who works up to ',
      day(until),
      ` has the ${tickets(lacking.skills)}: add it to somebody, or bring in help`,
    ];
  return [
    'nothing that could be offered up to ',
    day(until),
    ' helps: agree on a later day or a longer window, or bring in more people',
  ];
}

/** "gas ticket", "gas and electric tickets". */
export function tickets(skills: readonly string[]): string {
  const names =
    skills.length < 2 ? skills.join('') : `${skills.slice(0, -1).join(', ')} and ${skills.at(-1)}`;
  return `${names} ${skills.length === 1 ? 'ticket' : 'tickets'}`;
}

function narrow(windows: readonly Window[]): Window | undefined {
  const [first] = windows;
  return windows.length === 1 && first!.end - first!.start <= NARROW ? first : undefined;
}
