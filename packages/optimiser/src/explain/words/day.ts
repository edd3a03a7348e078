import type { DayStory } from '../why/day-story.ts';
import { about, counted, NEWS } from './lengths.ts';
import type { Piece } from './parts.ts';
import { ruled, time } from './parts.ts';
import type { Scene } from './scene.ts';

/** A technician’s day: "Leaves at 6:45 am, 7 visits, 1 h 35 min of driving, home by 4:10 pm. One visit more, 25 min less driving." */
export function dayInWords({ after, before, end, isAwayAfter, tight }: DayStory, { what }: Scene): Piece {
  if (after.leave === undefined || after.back === undefined) return 'Nothing left to do on this day.';
  const over = after.back - end;
  return [
    'Leaves at ',
    time(after.leave),
    `, ${counted(after.visits, 'visit')}, ${about(after.driving)} of driving, home by `,
    time(after.back),
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
  if (isAwayAfter) return [', ', ruled('absence', `${about(over)} into the absence`)];
  return [' with ', ruled('overtime', `${about(over)} of overtime`)];
}

function comparison(after: DayStory['after'], before: DayStory['before']): string {
  if (before.visits === 0) return '';
  const more = after.visits - before.visits;
  const driving = after.driving - before.driving;
  const news = [
    ...(more === 0 ? [] : [`${counted(Math.abs(more), 'visit')} ${more > 0 ? 'more' : 'fewer'}`]),
    ...(Math.abs(driving) < NEWS ? [] : [`${about(driving)} ${driving > 0 ? 'more' : 'less'} driving`]),
  ];
  if (news.length === 0) return '';
  const sentence = news.join(', ');
  return ` ${sentence[0]!.toUpperCase()}${sentence.slice(1)} than before.`;
}
