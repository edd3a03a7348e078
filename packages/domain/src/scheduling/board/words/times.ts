import { dayInWords, lengthInWords, timeInWords } from '../../../values/clock-words.ts';
import { dateAt, timeAt } from '../../../values/local-time.ts';
import { epochMinutes } from '../../../values/minutes.ts';
import type { Board } from '../prepared.ts';
import type { AbsenceRow } from '../rows.ts';
import type { Phrases, Scene } from './scene.ts';

export const aboutTimes: Phrases<
  | 'overlap'
  | 'travel'
  | 'window'
  | 'lateness'
  | 'past'
  | 'shift'
  | 'overtime'
  | 'break'
  | 'absence'
  | 'holiday'
> = {
  overlap: ({ visit, start, end, by }, { board, who }) => {
    const customer = board.visits.get(visit)?.row.customer ?? 'another visit';
    const from = timeInWords(start, board.business.zone);
    const to = timeInWords(end, board.business.zone);
    const long = `${who} is with ${customer} ${from}–${to}: an overlap of ${lengthInWords(by)}.`;
    return { short: `overlaps ${customer} ${from}`, long };
  },
  travel: ({ leg, visit, drive, by }, { board, who }) => {
    const there = suburbOf(board, visit);
    const way = leg === 'to' ? `from ${there}` : `to ${there}`;
    const short = `${lengthInWords(by)} short of the drive ${way}`;
    return { short, long: `${who} is ${short}, which takes ${lengthInWords(drive)}.` };
  },
  window: ({ miss, start, end, by }, scene) => {
    const { zone } = scene.visit.row.site;
    const day = dayInWords(start, zone);
    if (miss === 'date') return { short: `agreed for ${day}`, long: `The visit was agreed for ${day}.` };
    if (miss === 'not before') return { short: `not before ${day}`, long: `The visit is not before ${day}.` };
    const promised = `${timeInWords(start, zone)}–${timeInWords(end ?? start, zone)}`;
    const short = `${lengthInWords(by)} ${miss === 'early' ? 'before' : 'after'} the window`;
    return { short, long: `${short}: arrival was promised ${promised}${siteTime(scene)}.` };
  },
  lateness: ({ dueBy, by }, { visit }) => {
    const due = dayInWords(dueBy, visit.row.site.zone);
    return { short: `due by ${due}`, long: `The visit was due by ${due}: ${lengthInWords(by)} late.` };
  },
  past: ({ by }) => ({ short: 'in the past', long: `That was ${lengthInWords(by)} ago.` }),
  shift: (finding, { board, who }) => {
    if (finding.miss === 'day off') return { short: 'not working', long: `${who} does not work then.` };
    const at = timeInWords(finding.at, board.business.zone);
    const isEarly = finding.miss === 'early';
    const short = `${lengthInWords(finding.by)} ${isEarly ? 'before' : 'after'} the shift`;
    return { short, long: `${short}: ${who} works ${isEarly ? 'from' : 'until'} ${at}.` };
  },
  overtime: ({ at, by }, { board, who }) => {
    const short = `${lengthInWords(by)} of overtime`;
    return { short, long: `${short}: ${who} works until ${timeInWords(at, board.business.zone)}.` };
  },
  break: ({ earliest, length }, { board, who }) => {
    const at = timeInWords(earliest, board.business.zone);
    const long = `${who} has no time for the break of ${lengthInWords(length)} from ${at}.`;
    return { short: 'no time for the break', long };
  },
  absence: ({ absence }, { board, who }) => {
    const short = { leave: 'on leave', sick: 'sick', training: 'in training' }[absence.kind];
    return { short, long: `${who} is ${short}, ${spanOf(absence, board.business.zone)}.` };
  },
  holiday: ({ name }) => ({ short: 'public holiday', long: `It is a public holiday: ${name}.` }),
};

function suburbOf(board: Board, visit: string | null): string {
  return visit === null ? 'the base' : (board.visits.get(visit)?.row.site.suburb ?? 'another visit');
}

/** Clocks at the site may differ from those that the board shows. */
function siteTime({ board, visit }: Scene): string {
  return visit.row.site.zone === board.business.zone ? '' : ', by the clocks there';
}

/** Whole days as days, less than one with its times. What ends at midnight ends with the day before. */
function spanOf({ start, end }: AbsenceRow, zone: string): string {
  const last = epochMinutes(end - 1);
  const first = dayInWords(start, zone);
  if (dateAt(start, zone) !== dateAt(last, zone)) return `${first} to ${dayInWords(last, zone)}`;
  const isWholeDay = [start, end].every((at) => timeAt(at, zone) === '00:00');
  if (isWholeDay) return `all of ${first}`;
  return `${first} ${timeInWords(start, zone)}–${timeInWords(end, zone)}`;
}
