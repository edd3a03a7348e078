import { listInWords } from '../../../values/words.ts';
import {
  dateInWords,
  dayAndMonth,
  dayInWords,
  lengthInWords,
  timeInWords,
} from '../../../values/clock-words.ts';
import type { LocalDate } from '../../../values/local-time.ts';
import { dateAt, timeAt } from '../../../values/local-time.ts';
import type { EpochMinutes, Minutes } from '../../../values/minutes.ts';
import { epochMinutes } from '../../../values/minutes.ts';
import type { VisitState } from '../../../work/visits/states.ts';
import type { RuleName } from '../constraints.ts';
import type { AbsenceRow, Board, BoardVisit } from './board.ts';
import { skillName } from './prepare.ts';

/** What speaks against a visit being done by these technicians from that moment on, and what happens if it is done so all the same. */
export type Reason = Finding & {
  /** Hard ones refuse, soft ones warn. */
  readonly kind: 'hard' | 'soft';
  /** Whether somebody may break the rule who gives a reason for it. */
  readonly canOverride: boolean;
};

/** A broken rule: whom it concerns, with what it clashes, by how much. */
export type Finding =
  | { readonly rule: 'inactive'; readonly technician: string }
  | { readonly rule: 'banned'; readonly technician: string }
  | { readonly rule: 'preference'; readonly technician: string }
  /** Without a technician: what nobody of the crew holds, or too few of them. */
  | { readonly rule: 'skill'; readonly technician: string | null; readonly skills: readonly string[] }
  /** Expired on a day, or never held. */
  | {
      readonly rule: 'ticket';
      readonly technician: string;
      readonly skill: string;
      readonly expired: LocalDate | null;
    }
  | { readonly rule: 'crew'; readonly needed: number; readonly given: number }
  | {
      readonly rule: 'overlap';
      readonly technician: string;
      readonly visit: string;
      readonly start: EpochMinutes;
      readonly end: EpochMinutes;
      readonly by: Minutes;
    }
  | {
      readonly rule: 'travel';
      readonly technician: string;
      /** The drive to the visit, or the one that follows it. */
      readonly leg: 'to' | 'from';
      /** The visit at the other end; none where it is the base. */
      readonly visit: string | null;
      readonly drive: Minutes;
      readonly by: Minutes;
    }
  | {
      readonly rule: 'window';
      readonly miss: 'date' | 'early' | 'late' | 'not before';
      readonly start: EpochMinutes;
      readonly end: EpochMinutes | null;
      readonly by: Minutes;
    }
  | { readonly rule: 'lateness'; readonly dueBy: EpochMinutes; readonly by: Minutes }
  | { readonly rule: 'past'; readonly by: Minutes }
  | {
      readonly rule: 'shift';
      readonly technician: string;
      readonly miss: 'early' | 'late';
      /** Where the shift begins or ends. */
      readonly at: EpochMinutes;
      readonly by: Minutes;
    }
  | { readonly rule: 'shift'; readonly technician: string; readonly miss: 'day off'; readonly by: Minutes }
  | {
      readonly rule: 'overtime';
      readonly technician: string;
      readonly at: EpochMinutes;
      readonly by: Minutes;
    }
  | {
      readonly rule: 'break';
      readonly technician: string;
      readonly earliest: EpochMinutes;
      readonly length: Minutes;
    }
  | {
      readonly rule: 'absence';
      readonly technician: string;
      readonly absence: AbsenceRow;
      readonly by: Minutes;
    }
  | { readonly rule: 'holiday'; readonly name: string }
  | { readonly rule: 'pinned'; readonly because: 'pinned' | 'dispatched' }
  | { readonly rule: 'state'; readonly state: VisitState };

type FindingOf<Rule extends Finding['rule']> = Extract<Finding, { readonly rule: Rule }>;

/** The reasons that refuse, without those that somebody has overridden and may override. */
export function refusals(reasons: readonly Reason[], overridden: readonly RuleName[] = []): Reason[] {
  return reasons.filter(
    ({ kind, rule, canOverride }) => kind === 'hard' && !(canOverride && overridden.includes(rule)),
  );
}

/** Short beside a visit that is being dragged, where its technician is in sight; long in a panel, as a sentence. */
type Words = { readonly short: string; readonly long: string };

/** What a reason is about, for whoever puts it into words. */
type Scene = {
  readonly board: Board;
  readonly visit: BoardVisit;
  /** The technician's name; empty where the reason is about none. */
  readonly who: string;
};

type Phrases<Rule extends Finding['rule']> = {
  readonly [Each in Rule]: (finding: FindingOf<Each>, scene: Scene) => Words;
};

function nameOf({ technicians }: Board, id: string): string {
  return technicians.get(id)?.row.name ?? 'someone else';
}

const aboutPeople: Phrases<
  'inactive' | 'banned' | 'preference' | 'skill' | 'ticket' | 'crew' | 'pinned' | 'state'
> = {
  inactive: (_, { who }) => ({ short: 'inactive', long: `${who} isn’t active.` }),
  banned: (_, { who, visit }) => ({ short: 'banned', long: `${who} is banned from ${visit.row.customer}.` }),
  preference: (_, { board, visit }) => {
    const names = visit.row.preferred.map((id) => nameOf(board, id));
    return { short: 'not preferred', long: `${visit.row.customer} prefers ${listInWords(names, 'or')}.` };
  },
  skill: ({ technician, skills }, scene) => {
    const proofs = skills.map((skill) => proofOf(skill, scene));
    if (technician === null) {
      const wanted = listInWords(proofs.map((proof) => `${/^[aeiou]/i.test(proof) ? 'an' : 'a'} ${proof}`));
      return { short: `crew short of ${wanted}`, long: `The crew is short of ${wanted}.` };
    }
    const wanted = listInWords(proofs, 'or');
    return { short: `no ${wanted}`, long: `${scene.who} has no ${wanted}.` };
  },
  ticket: ({ skill, expired }, { who, board }) => {
    const name = skillName(board.business, skill);
    return expired === null
      ? { short: `no ${name} ticket`, long: `${who} has no ${name} ticket.` }
      : {
          short: `${name} ticket expired on ${dayAndMonth(expired)}`,
          long: `${who}’s ${name} ticket expired on ${dateInWords(expired)}.`,
        };
  },
  crew: ({ needed, given }) => ({
    short: `needs ${needed}, has ${given}`,
    long: `The visit needs ${needed} ${needed === 1 ? 'technician' : 'technicians'} and has ${given}.`,
  }),
  pinned: ({ because }) =>
    because === 'pinned'
      ? { short: 'pinned', long: 'The visit is pinned.' }
      : { short: 'dispatched', long: 'The visit is already dispatched to the technician.' },
  state: ({ state }) => ({ short: state, long: `The visit can’t be moved: it ${predicate(state)}.` }),
};

function proofOf(skill: string, { board }: Scene): string {
  const { skills } = board.business;
  return `${skillName(board.business, skill)} ${skills.get(skill)?.needsTicket ? 'ticket' : 'skill'}`;
}

function predicate(state: VisitState): string {
  if (state === 'needs return' || state === 'could not complete') return 'has ended';
  return state === 'en route' || state === 'on site' ? `has started (${state})` : `is ${state}`;
}

const aboutTimes: Phrases<
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
    const long = `${who} is with ${customer} ${from}–${to}: ${lengthInWords(by)} overlap.`;
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
    const { isTold } = scene.visit.row;
    if (miss === 'date')
      return isTold
        ? { short: `customer told ${day}`, long: `The customer was told ${day}.` }
        : { short: `agreed for ${day}`, long: `The visit was agreed for ${day}.` };
    if (miss === 'not before')
      return { short: `not before ${day}`, long: `The visit can’t be before ${day}.` };
    const promised = `${timeInWords(start, zone)}–${timeInWords(end ?? start, zone)}`;
    const short = `${lengthInWords(by)} ${miss === 'early' ? 'before' : 'after'} the window`;
    const said = isTold ? 'the customer was told' : 'arrival was promised';
    return { short, long: `${short}: ${said} ${promised}${siteTime(scene)}.` };
  },
  lateness: ({ dueBy, by }, { visit }) => {
    const due = dayInWords(dueBy, visit.row.site.zone);
    return { short: `due by ${due}`, long: `The visit was due by ${due}: ${lengthInWords(by)} late.` };
  },
  past: ({ by }) => ({ short: 'in the past', long: `That was ${lengthInWords(by)} ago.` }),
  shift: (finding, { board, who }) => {
    if (finding.miss === 'day off') return { short: 'not working', long: `${who} isn’t working then.` };
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
    const long = `${who} has no time for the ${lengthInWords(length)} break from ${at}.`;
    return { short: 'no time for a break', long };
  },
  absence: ({ absence }, { board, who }) => {
    const short = { leave: 'on leave', sick: 'sick', training: 'in training' }[absence.kind];
    return { short, long: `${who} is ${short}, ${spanOf(absence, board.business.zone)}.` };
  },
  holiday: ({ name }) => ({ short: 'public holiday', long: `It’s a public holiday: ${name}.` }),
};

function suburbOf(board: Board, visit: string | null): string {
  return visit === null ? 'the base' : (board.visits.get(visit)?.row.site.suburb ?? 'another visit');
}

/** Clocks at the site may differ from those that the board shows. */
function siteTime({ board, visit }: Scene): string {
  return visit.row.site.zone === board.business.zone ? '' : ' (local time)';
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

const phrases: Phrases<Finding['rule']> = { ...aboutPeople, ...aboutTimes };

/** In the board's own zone, but for what was agreed with the customer: that is told by the clocks at the site. */
export function reasonInWords(board: Board, visit: BoardVisit, reason: Finding): Words {
  const technician = 'technician' in reason ? reason.technician : null;
  const who = technician === null ? '' : nameOf(board, technician);
  // The table has a phrase for each rule, but the compiler does not follow the rule from the finding to its phrase.
  const phrase: (finding: never, scene: Scene) => Words = phrases[reason.rule];
  return phrase(reason as never, { board, visit, who });
}

/** What speaks against a booking, in words and as data: as a refusal tells it. */
export type RefusedFor = {
  readonly rule: string;
  readonly text: string;
  readonly can_override: boolean;
  readonly detail: object;
};

export function refusedFor(board: Board, visit: BoardVisit, reason: Reason): RefusedFor {
  return {
    rule: reason.rule,
    text: reasonInWords(board, visit, reason).long,
    can_override: reason.canOverride,
    detail: { visit_id: visit.row.id, ...reason },
  };
}
