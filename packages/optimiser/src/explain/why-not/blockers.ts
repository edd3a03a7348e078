import type { Window } from '@muster/domain/dispatch/scheduling/problem';

import type { Obstacle } from './obstacle.ts';

/** One technician and what keeps them from the visit. */
export type Blocked = { readonly technician: string; readonly obstacle: Obstacle };

/** What keeps some technicians from a visit, told together. */
export type Blocker =
  | {
      readonly code: 'full';
      /** What is known to the minute first, and then who lacks least. */
      readonly people: readonly {
        readonly technician: string;
        readonly short: number;
        readonly isExact: boolean;
        readonly day: number;
      }[];
    }
  | {
      readonly code: 'taken';
      readonly technician: string;
      readonly visits: readonly string[];
      readonly windows: readonly Window[];
      /** With the last one that is told: those with whom it is no better. */
      readonly others: readonly string[];
    }
  | {
      readonly code: 'late';
      readonly people: readonly { readonly technician: string; readonly short: number }[];
    }
  | {
      readonly code: 'away';
      readonly people: readonly {
        readonly technician: string;
        readonly start: number;
        readonly end: number;
      }[];
    }
  | {
      readonly code: 'skill' | 'ticket';
      readonly skills: readonly string[];
      readonly technicians: readonly string[];
    }
  | {
      readonly code: 'crew' | 'break' | 'duration' | 'capacity' | 'no room' | 'far' | 'off';
      readonly technicians: readonly string[];
    }
  | { readonly code: 'banned' | 'fixed' | 'pinned'; readonly technicians: readonly string[] };

/** Each of them is a sentence: of more than so many, only some are told. */
const MOST_TAKEN = 6;
const SOME_TAKEN = 3;

type Short = Extract<Blocker, { code: 'full' }>['people'][number];

/** The more telling first: whoever comes closest, and last those who never could. */
const order: readonly Blocker['code'][] = [
  'full',
  'taken',
  'crew',
  'late',
  'break',
  'duration',
  'capacity',
  'no room',
  'away',
  'far',
  'ticket',
  'skill',
  'off',
  'fixed',
  'banned',
  'pinned',
];

export function groupBlockers(blocked: readonly Blocked[], windows: readonly Window[]): Blocker[] {
  const groups = Map.groupBy(blocked, ({ obstacle }) => keyOf(obstacle));
  return [...groups.values()]
    .flatMap((group) => asBlockers(group, windows))
    .sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
}

function byShort(a: Short, b: Short): number {
  return Number(b.isExact) - Number(a.isExact) || a.short - b.short;
}

function keyOf(obstacle: Obstacle): string {
  return 'skills' in obstacle ? JSON.stringify([obstacle.code, obstacle.skills]) : obstacle.code;
}

function asBlockers(group: readonly Blocked[], windows: readonly Window[]): Blocker[] {
  const technicians = group.map(({ technician }) => technician);
  const { obstacle } = group[0]!;
  const { code } = obstacle;
  if (code === 'full') {
    const people = each(group, code).map(({ technician, obstacle: { short, isExact, shift } }) => ({
      technician,
      short,
      isExact,
      day: shift.start,
    }));
    return [{ code, people: people.sort(byShort) }];
  }
  if (code === 'late') {
    const people = each(group, code).map(({ technician, obstacle: { short } }) => ({ technician, short }));
    return [{ code, people: people.sort((a, b) => a.short - b.short) }];
  }
  if (code === 'away') {
    const people = each(group, code).map(({ technician, obstacle: { start, end } }) => ({
      technician,
      start,
      end,
    }));
    return [{ code, people }];
  }
  if (code === 'taken') {
    const people = each(group, code);
    const isFew = people.length <= MOST_TAKEN;
    // Whoever would have to give up least comes closest.
    const closest = people.toSorted((a, b) => a.obstacle.visits.length - b.obstacle.visits.length);
    const told = isFew ? people : closest.slice(0, SOME_TAKEN);
    const others = isFew ? [] : closest.slice(SOME_TAKEN).map(({ technician }) => technician);
    return told.map(({ technician, obstacle: { visits } }, at) => ({
      code,
      technician,
      visits,
      windows,
      others: at === told.length - 1 ? others : [],
    }));
  }
  if (code === 'skill' || code === 'ticket') return [{ code, skills: obstacle.skills, technicians }];
  return [{ code, technicians }];
}

type Kind<Code> = { readonly technician: string; readonly obstacle: Extract<Obstacle, { code: Code }> };

function each<Code extends Obstacle['code']>(group: readonly Blocked[], code: Code): Kind<Code>[] {
  return group.filter((one): one is Kind<Code> => one.obstacle.code === code);
}
