import { jobStates, type JobState, priorities } from '@muster/domain/work/jobs/rules';
import {
  type Change,
  choiceParam,
  dayParam,
  flagParam,
  idParam,
  present,
  textParam,
} from '../../../../lib/page/search-params.ts';

const jobSorts = ['number', '-number', 'due', '-due', 'priority', '-priority'] as const;
export type JobSort = (typeof jobSorts)[number];
export type Priority = (typeof priorities)[number];

/** What the address of the list says. It leaves out whatever is usual. */
export interface JobSearch {
  search?: string;
  state?: JobState;
  priority?: Priority;
  type?: string;
  customer?: string;
  technician?: string;
  due_from?: string;
  due_to?: string;
  tag?: string;
  /** Those that were put aside, and no others. */
  archived?: true;
  sort?: JobSort;
}

/** The newest first. */
export const usualSort: JobSort = '-number';

export function readJobSearch(given: Record<string, unknown>): JobSearch {
  const sort = choiceParam(given, 'sort', jobSorts);
  return present({
    search: textParam(given, 'search'),
    state: choiceParam(given, 'state', jobStates),
    priority: choiceParam(given, 'priority', priorities),
    type: idParam(given, 'type'),
    customer: idParam(given, 'customer'),
    technician: idParam(given, 'technician'),
    due_from: dayParam(given, 'due_from'),
    due_to: dayParam(given, 'due_to'),
    tag: textParam(given, 'tag'),
    archived: flagParam(given, 'archived'),
    sort: sort === usualSort ? undefined : sort,
  });
}

export const noFilters: Change<JobSearch> = {
  search: undefined,
  state: undefined,
  priority: undefined,
  type: undefined,
  customer: undefined,
  technician: undefined,
  due_from: undefined,
  due_to: undefined,
  tag: undefined,
  archived: undefined,
};

/** How many filters are set, beside the search. */
export function countFilters(search: JobSearch): number {
  return Object.entries(search).filter(
    ([name, value]) => value !== undefined && name !== 'search' && name !== 'sort',
  ).length;
}

/** How many of those are set that have no place beside the search. */
export function countHidden({ type, due_from, due_to, archived }: JobSearch): number {
  return [type, due_from, due_to, archived].filter((value) => value !== undefined).length;
}

export const priorityNames: Record<Priority, string> = {
  P1: 'P1 Emergency',
  P2: 'P2 Soon',
  P3: 'P3 Ordinary',
  P4: 'P4 Whenever',
};
