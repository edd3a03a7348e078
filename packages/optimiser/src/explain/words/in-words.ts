import { DAY_MINUTES } from '@muster/domain/values/minutes';
import type { RuleName } from '@muster/domain/dispatch/scheduling/constraints';
import type { Problem, Window } from '@muster/domain/dispatch/scheduling/problem';
import { lengthInWords } from '@muster/domain/values/clock-words';
import type { PlanReasons } from '../explain.ts';
import type { Blocker } from '../why-not/blockers.ts';
import type { Remedy } from '../why-not/remedy.ts';
import type { Cause } from '../why/causes.ts';
import type { Change } from '../why/change.ts';
import type { Advantage, Choice } from '../why/choice.ts';
import type { DayStory } from '../why/day-story.ts';
import type { Names, Part, Piece } from './parts.ts';
import { say, ruled, time, listed, day } from './parts.ts';
import type { Scene, Phrases } from './scene.ts';
import { sceneOf, phrase } from './scene.ts';

/** The reasons of a plan as a dispatcher would say them. */
export type ReasonWords = {
  readonly change: (change: Change) => Part[];
  /** A sentence on what happened to it, one for each blocker. */
  readonly unplaced: (reasons: PlanReasons['unplaced'][number]) => Part[][];
  readonly blocker: (blocker: Blocker) => Part[];
  readonly remedy: (remedy: Remedy) => Part[];
  readonly day: (story: DayStory) => Part[];
};

/** Names are the caller’s, and so are the clocks: parts with a moment are written by the zone of whoever reads them. */
export function reasonWords(problem: Problem, names: Names): ReasonWords {
  const scene = sceneOf(problem, names);
  const blocker = (one: Blocker): Part[] => say(blockerInWords(one, scene));
  return {
    blocker,
    change: (change) => say(changeInWords(change, scene)),
    unplaced: ({ cause, blockers, until }) => [
      ...(cause === undefined ? [] : [say(causeInWords(cause, scene, 'bumped by'))]),
      ...blockers.map(blocker),
      ...(until === undefined ? [] : [say(hopelessInWords(blockers, until, scene))]),
    ],
    remedy: (remedy) => say(remedyInWords(remedy, scene)),
    day: (story) => say(dayInWords(story, scene)),
  };
}

/** Nobody says "leaves at 7:46": whoever leaves a minute sooner is there, and home by then all the same. */
const FULL = 5;

/** A technician’s day: "Leaves at 6:45 am, 7 visits, 1 h 35 min of driving, home by 4:10 pm. One more visit, 25 min less driving." */
function dayInWords({ after, before, end, isAwayAfter, tight }: DayStory, { what }: Scene): Piece {
  if (after.leave === undefined || after.back === undefined) return 'No visits left on this day.';
  const over = after.back - end;
  return [
    'Leaves at ',
    time(Math.floor(after.leave / FULL) * FULL),
    `, ${counted(after.visits, 'visit')}, ${about(after.driving)} of driving, home by `,
    time(Math.ceil(after.back / FULL) * FULL),
    over > 0 ? overInWords(over, isAwayAfter) : '',
    '.',
    tight === undefined
      ? ''
      : [
          ' Tight: ',
          what(tight.visit),
          `, ${tight.spare === 0 ? 'not a minute' : about(tight.spare)} to spare.`,
        ],
    comparison(after, before),
  ];
}

function overInWords(over: number, isAwayAfter: boolean): Piece {
  if (isAwayAfter) return [', ', ruled('absence', `${about(over)} into their absence`)];
  return [' with ', ruled('overtime', `${about(over)} of overtime`)];
}

function comparison(after: DayStory['after'], before: DayStory['before']): string {
  if (before.visits === 0) return '';
  const more = after.visits - before.visits;
  const driving = after.driving - before.driving;
  const news = [
    ...(more === 0 ? [] : [counted(Math.abs(more), `${more > 0 ? 'more' : 'fewer'} visit`)]),
    ...(Math.abs(driving) < NEWS ? [] : [`${about(driving)} ${driving > 0 ? 'more' : 'less'} driving`]),
  ];
  if (news.length === 0) return '';
  const sentence = news.join(', ');
  return ` ${sentence[0]!.toUpperCase()}${sentence.slice(1)} than before.`;
}

/** Why a visit is somewhere else than before: "Dave is away from 10:30 am; on the way from Smith to Lee, 6 min of extra driving". */
function changeInWords(change: Change, scene: Scene): Piece {
  const { cause, choice, kind } = change;
  const why = cause && causeInWords(cause, scene, kind === 'freed' ? 'bumped by' : undefined);
  if (kind === 'freed') return why ?? 'more visits fit without it';
  const there =
    kind === 'retimed'
      ? retimedInWords(change, why !== undefined, scene)
      : choice && choiceInWords(choice, scene);
  return why !== undefined && there !== undefined ? [why, '; ', there] : (why ?? there);
}

/** Of a visit that stays with its technicians. */
function retimedInWords({ before, after, saved, choice }: Change, isCaused: boolean, { what }: Scene): Piece {
  const later = after!.start - before!.start;
  const shift = `${about(later)} ${later < 0 ? 'earlier' : 'later'}`;
  if (isCaused) return shift;
  if (saved >= NEWS) return [shift, ': ', ruled('travel cost', `${about(saved)} less driving`)];
  return choice?.after === undefined ? shift : [shift, ', after ', what(choice.after)];
}

function causeInWords(cause: Cause, scene: Scene, verb = 'makes room for'): Piece {
  const because = 'root' in cause && cause.root && [', because ', causeInWords(cause.root, scene)];
  return [cause.code === 'gave way' ? `${verb} ` : '', phrase(causes, cause, scene), because || ''];
}

const causes: Phrases<Cause> = {
  away: ({ technician, start }, { who }) => [
    who(technician),
    ' is ',
    ruled('absence', 'away'),
    ' from ',
    time(start),
  ],
  off: ({ technician }, { who }) => [who(technician), ' ', ruled('shift', 'isn’t working then')],
  gone: ({ technician }, { who }) => [who(technician), ' isn’t available'],
  clash: ({ visit, technician }, { who, what }) => [
    what(visit),
    ' ',
    ruled('overlap', 'overlaps it'),
    ' on ',
    who(technician),
    '’s day',
  ],
  overran: ({ technician, by }, { who }) => [
    who(technician),
    '’s day ',
    ruled('shift', `ran ${about(by)} over`),
  ],
  past: ({ visit }, { what }) => [ruled('past', 'it’s too late to leave'), ' for ', what(visit)],
  rule: ({ rule, technician }, { who }) => [
    technician === undefined ? '' : [who(technician), ' '],
    ruled(rule, broken[rule] ?? 'couldn’t do it'),
  ],
  new: ({ visit }, { ranked }) => ['of ', ranked(visit)],
  'gave way': ({ to }, { ranked }) => listed(to.map(ranked)),
  follows: ({ visit }, { what }) => ['follows ', what(visit)],
};

const broken: Readonly<Partial<Record<Extract<Cause, { code: 'rule' }>['rule'], string>>> = {
  skill: 'doesn’t have the ticket',
  ticket: 'has an expired ticket',
  banned: 'is banned by the customer',
  window: 'can’t arrive in the window',
  crew: 'the crew was incomplete',
};

function choiceInWords({ added, after, before, because }: Choice, scene: Scene): Piece {
  const { what } = scene;
  const way: Piece =
    after !== undefined && before !== undefined
      ? ['on the way from ', what(after), ' to ', what(before)]
      : after !== undefined
        ? ['after ', what(after)]
        : before !== undefined
          ? ['before ', what(before)]
          : undefined;
  const driving = added <= 0 ? 'no extra driving' : `${about(added)} of extra driving`;
  return [
    way === undefined ? '' : [way, ': '],
    ruled('travel cost', driving),
    because && phrase(advantages, because, scene),
  ];
}

const advantages: Phrases<Advantage> = {
  'only ticket': ({ skills }, { tickets }) => [
    ', the only one with ',
    ruled('skill', `the ${tickets(skills)}`),
  ],
  'only room': () => ', and no one else can fit it in',
  driving: ({ technician, added }, { who }) => [` instead of ${about(added)} with `, who(technician)],
  preferred: ({ technician }, { who }) => [
    ', and ',
    ruled('preference', 'preferred by the customer'),
    ' over ',
    who(technician),
  ],
  promise: ({ technician, late }, { who }) => [
    ', and ',
    ruled('lateness', 'on time'),
    ': ',
    who(technician),
    ` would be ${about(late)} late`,
  ],
  overtime: ({ technician, by }, { who }) => [
    '; ',
    who(technician),
    ' would need ',
    ruled('overtime', `${about(by)} of overtime`),
  ],
  fair: ({ technician }, { who }) => [
    '; ',
    who(technician),
    ' already has ',
    ruled('fairness', 'more than a fair share'),
  ],
};

/** A window that leaves more choice than this is as good as none. */
const NARROW = 240;
/** A bound below this tells nothing. */
const TELLING = 10;
/** Of those whose day is full, so many are told with what they lack. */
const MOST_SHORT = 3;
/** Of those who are away, so many are told with the times. */
const MOST_AWAY = 4;

/** What keeps technicians from a visit: "Priya’s day is full: 40 min short, in any order". */
function blockerInWords(blocker: Blocker, scene: Scene): Piece {
  return phrase(blockerPhrases, blocker, scene);
}

/** Those that need no more than the names. */
function just(rule: RuleName, text: string): (blocker: Named, scene: Scene) => Piece {
  return ({ technicians }, { all }) => [ruled(rule, text), ': ', all(technicians)];
}

type Named = { readonly technicians: readonly string[] };

const blockerPhrases: Phrases<Blocker> = {
  full: ({ people }, scene) => fullInWords(people, scene),
  taken: ({ technician, visits, windows, others }, { who, ranked, all }) => {
    const named = listed([...visits.map(ranked), 'the drive']);
    const window = narrow(windows);
    const too = others.length === 0 ? '' : ['; also taken: ', all(others)];
    if (window === undefined)
      return [who(technician), ': ', named, ' ', ruled('overlap', 'take the time it needs'), too];
    const promised = [time(window.start), '–', time(window.end)];
    return [who(technician), ': ', promised, ' ', ruled('overlap', 'is taken'), ' by ', named, too];
  },
  late: ({ people }, { who, all }) => {
    const [first, ...others] = people;
    const too = ['; same for ', all(others.map(({ technician }) => technician))];
    return [
      'would run ',
      ruled('shift', `${atMost(first!.short)} past the end`),
      ' of ',
      who(first!.technician),
      '’s day, even with nothing else on it',
      others.length === 0 ? '' : too,
    ];
  },
  away: ({ people }, { who, all }) => {
    if (people.length > MOST_AWAY)
      return [all(people.map(({ technician }) => technician)), ' are ', ruled('absence', 'away')];
    const named = people.map(({ technician, start, end }) => [
      who(technician),
      end - start < DAY_MINUTES ? [' (', time(start), '–', time(end), ')'] : '',
    ]);
    return [listed(named), people.length === 1 ? ' is ' : ' are ', ruled('absence', 'away')];
  },
  skill: ({ skills, technicians }, { all, tickets }) => [
    ruled('skill', `no ${tickets(skills)}`),
    ': ',
    all(technicians),
  ],
  ticket: ({ skills, technicians }, { all, tickets }) => [
    ruled('ticket', `${tickets(skills)} expired`),
    ': ',
    all(technicians),
  ],
  crew: just('crew', 'not free at the same time'),
  break: just('break', 'no time for a break'),
  duration: just('duration', 'the day would be too long'),
  capacity: just('capacity', 'no room in the vehicle'),
  'no room': just('travel', 'no gap long enough'),
  far: just('travel', 'too far away to arrive in time'),
  off: just('shift', 'not working then'),
  fixed: just('fixed', 'not chosen for this visit'),
  banned: just('banned', 'banned by the customer'),
  pinned: just('pinned', 'pinned to someone else'),
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
    ', in any order',
    more.length > 0 ? ['; also full: ', listed(more, rest.length > 1 ? 'as well as' : 'and')] : '',
  ];
}

/** Where nothing helps that could be offered: until when it was looked for, and what somebody can do about it. */
function hopelessInWords(blockers: readonly Blocker[], until: number, { tickets }: Scene): Piece {
  const never = blockers.every(({ code }) => code === 'skill' || code === 'ticket');
  const lacking = blockers.find(({ code }) => code === 'skill' || code === 'ticket');
  if (never && lacking !== undefined && 'skills' in lacking)
    return [
      'no one working up to ',
      day(until),
      ` has the ${tickets(lacking.skills)}: add it to a technician, or bring in help`,
    ];
  return [
    'no option found up to ',
    day(until),
    ': agree on a later day or a longer window, or bring in more people',
  ];
}

function narrow(windows: readonly Window[]): Window | undefined {
  const [first] = windows;
  return windows.length === 1 && first!.end - first!.start <= NARROW ? first : undefined;
}

/** Less than this apart is the same day. */
const HALF_A_DAY = 720;

/** What would let a visit in: "fits with 40 min of overtime for Priya". */
function remedyInWords(remedy: Remedy, scene: Scene): Piece {
  return phrase(remedyPhrases, remedy, scene);
}

const remedyPhrases: Phrases<Remedy> = {
  place: (remedy, scene) => {
    const { start } = remedy.moves[0]!;
    const then = scene.hasManyDays ? [day(start), ' at ', time(start)] : time(start);
    return ['fits with ', people(remedy, scene), ', ', then, others(remedy)];
  },
  overtime: ({ by, technician }, { who }) => [
    'fits with ',
    ruled('overtime', `${atMost(by)} of overtime`),
    ' for ',
    who(technician),
  ],
  window: (remedy, scene) => {
    const { window, before } = remedy;
    const isLater = window.end > before.end;
    return [
      'fits with ',
      people(remedy, scene),
      ' if it can ',
      ruled('window', `start as ${isLater ? 'late' : 'early'} as `),
      time(isLater ? window.end : window.start),
    ];
  },
  shorter: (remedy, scene) => [
    'fits with ',
    people(remedy, scene),
    ` if it takes ${lengthInWords(remedy.duration)} instead of ${lengthInWords(remedy.before)}`,
  ],
  'somebody else': (remedy, scene) => [
    people(remedy, scene),
    `, who ${remedy.moves[0]!.technicians.length === 1 ? 'wasn’t' : 'weren’t'} included, could do it at `,
    time(remedy.moves[0]!.start),
  ],
  'another day': (remedy, scene) => {
    const { start } = remedy.moves[0]!;
    return ['fits on ', day(start), ' at ', time(start), ' with ', people(remedy, scene)];
  },
  'another time': (remedy, scene) => {
    const { start } = remedy.moves[0]!;
    return [
      'fits on ',
      day(start),
      ' at ',
      time(start),
      ' with ',
      people(remedy, scene),
      ', if the customer ',
      ruled('window', 'agrees to another time'),
    ];
  },
  'move out': (remedy, scene) => {
    const goes = remedy.moves.find(({ visit }) => visit === remedy.visit);
    const head = ['would fit with ', people(remedy, scene), ' if ', scene.ranked(remedy.visit)];
    if (goes === undefined) return [head, ' waited'];
    const isNear = Math.abs(goes.start - remedy.moves[0]!.start) < HALF_A_DAY;
    return [head, ' moved to ', isNear ? scene.all(goes.technicians) : day(goes.start)];
  },
  'make way': (remedy, scene) => [
    'would fit with ',
    people(remedy, scene),
    ' at ',
    time(remedy.moves[0]!.start),
    ' if ',
    listed(remedy.visits.map(scene.ranked)),
    ' waited',
  ],
};

function people({ moves }: Remedy, { all }: Scene): Piece {
  return all(moves[0]!.technicians);
}

/** What else has to move. */
function others({ moves }: Remedy): string {
  const count = moves.length - 1;
  return count === 0
    ? ''
    : `, with ${count === 1 ? 'one other visit' : `${count} other visits`} at another time`;
}

/** From an hour on nobody counts single minutes. */
const COARSE_FROM = 60;
const COARSE = 5;

/** Less driving than this is no news. */
const NEWS = 5;

/** What something takes or lacks, rounded as one would say it: "34 min", "1 h 25 min". */
function about(length: number): string {
  const whole = Math.round(Math.abs(length));
  return lengthInWords(whole < COARSE_FROM ? whole : Math.round(whole / COARSE) * COARSE);
}

/** What is missing, or has to be granted: rather a little more than too little. */
function atMost(length: number): string {
  const whole = Math.ceil(length);
  return lengthInWords(whole < COARSE_FROM ? whole : Math.ceil(whole / COARSE) * COARSE);
}

/** "one visit", "3 visits". */
function counted(count: number, noun: string): string {
  return count === 1 ? `one ${noun}` : `${count} ${noun}s`;
}
