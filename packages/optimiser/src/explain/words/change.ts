import type { Advantage } from '../why/advantage.ts';
import type { Cause } from '../why/cause.ts';
import type { Change } from '../why/change.ts';
import type { Choice } from '../why/choice.ts';
import { tickets } from './blocker.ts';
import { about, NEWS } from './lengths.ts';
import type { Piece } from './parts.ts';
import { listed, ruled, time } from './parts.ts';
import type { Phrases, Scene } from './scene.ts';
import { phrase } from './scene.ts';

/** Why a visit is somewhere else than before: "Dave is away from 10:30 am; on the way from Smith to Lee, 6 min of extra driving". */
export function changeInWords(change: Change, scene: Scene): Piece {
  const { cause, choice, kind } = change;
  const why = cause && causeInWords(cause, scene, kind === 'freed' ? 'gave way to' : undefined);
  if (kind === 'freed') return why ?? 'more could be done without it';
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

export function causeInWords(cause: Cause, scene: Scene, verb = 'makes room for'): Piece {
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
  off: ({ technician }, { who }) => [who(technician), ' ', ruled('shift', 'does not work then')],
  gone: ({ technician }, { who }) => [who(technician), ' is not there'],
  clash: ({ visit, technician }, { who, what }) => [
    what(visit),
    ' ',
    ruled('overlap', 'runs into it'),
    ' on ',
    who(technician),
    '’s day',
  ],
  overran: ({ technician, by }, { who }) => [
    who(technician),
    '’s day ',
    ruled('shift', `ran ${about(by)} over`),
  ],
  past: ({ visit }, { what }) => [ruled('past', 'it is too late to set out'), ' for ', what(visit)],
  rule: ({ rule, technician }, { who }) => [
    technician === undefined ? '' : [who(technician), ' '],
    ruled(rule, broken[rule] ?? 'could not keep it'),
  ],
  new: ({ visit }, { ranked }) => ['of ', ranked(visit)],
  'gave way': ({ to }, { ranked }) => listed(to.map(ranked)),
  follows: ({ visit }, { what }) => ['follows ', what(visit)],
};

const broken: Readonly<Partial<Record<Extract<Cause, { code: 'rule' }>['rule'], string>>> = {
  skill: 'does not hold the ticket',
  ticket: 'holds a ticket that has expired',
  banned: 'is not wanted by the customer',
  window: 'was not there in the window',
  crew: 'the crew was not complete',
};

export function choiceInWords({ added, after, before, because }: Choice, scene: Scene): Piece {
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
  'only ticket': ({ skills }) => [', the only one with ', ruled('skill', `the ${tickets(skills)}`)],
  'only room': () => ', and nobody else has room',
  driving: ({ technician, added }, { who }) => [` instead of ${about(added)} with `, who(technician)],
  preferred: ({ technician }, { who }) => [
    ', and ',
    ruled('preference', 'preferred by the customer'),
    ' over ',
    who(technician),
  ],
  promise: ({ technician, late }, { who }) => [
    ', and ',
    ruled('lateness', 'keeps the promise'),
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
    ' has ',
    ruled('fairness', 'more than a fair share'),
    ' already',
  ],
};
