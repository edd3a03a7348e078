import { lengthInWords } from '@muster/domain/values/clock-words';

import type { Remedy } from '../why-not/remedy.ts';
import { atMost } from './lengths.ts';
import type { Piece } from './parts.ts';
import { day, listed, ruled, time } from './parts.ts';
import type { Phrases, Scene } from './scene.ts';
import { phrase } from './scene.ts';

/** Less than this apart is the same day. */
const HALF_A_DAY = 720;

/** What would let a visit in: "fits with 40 min of overtime for Priya". */
export function remedyInWords(remedy: Remedy, scene: Scene): Piece {
  return phrase(phrases, remedy, scene);
}

const phrases: Phrases<Remedy> = {
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
      ' if it may ',
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
    `, who ${remedy.moves[0]!.technicians.length === 1 ? 'was' : 'were'} not chosen, could do it at `,
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
    return [head, ' went to ', isNear ? scene.all(goes.technicians) : day(goes.start)];
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
