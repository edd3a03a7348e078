import { addDays, datesBetween, type LocalDate, weekdayOf } from '@muster/domain/values/local-time';
import { choiceParam, dayParam, flagParam, idParam, present, textParam } from '../../../lib/search-params.ts';

const boardViews = ['day', 'days', 'week'] as const;
export type BoardView = (typeof boardViews)[number];
export const rowSorts = ['name', 'load', 'area'] as const;
const visitStates = ['planned', 'dispatched', 'under way', 'over'] as const;

/** What the address of a board says. */
export interface BoardSearch {
  date?: LocalDate;
  view?: BoardView;
  search?: string;
  skill?: string;
  /** The visits that stand out; the others are pale. */
  state?: (typeof visitStates)[number];
  sort?: (typeof rowSorts)[number];
  /** The visit whose drawer is open. */
  visit?: string;
  /** Whether somebody adds a job in plain words. */
  quick?: true;
}

export function readBoardSearch(given: Record<string, unknown>): BoardSearch {
  return present<BoardSearch>({
    date: dayParam(given, 'date') as LocalDate | undefined,
    view: choiceParam(given, 'view', boardViews),
    search: textParam(given, 'search'),
    skill: textParam(given, 'skill'),
    state: choiceParam(given, 'state', visitStates),
    sort: choiceParam(given, 'sort', rowSorts),
    visit: idParam(given, 'visit'),
    quick: flagParam(given, 'quick'),
  });
}

const SEVERAL = 3;

/** The days that a view shows around a date. A week begins on Monday. */
export function daysShown(view: BoardView, date: LocalDate): LocalDate[] {
  if (view === 'day') return [date];
  if (view === 'days') return datesBetween(date, addDays(date, SEVERAL - 1));
  const monday = addDays(date, 1 - weekdayOf(date));
  return datesBetween(monday, addDays(monday, 6));
}

/** The date to show after turning the page. */
export function turned(view: BoardView, date: LocalDate, pages: number): LocalDate {
  const step = { day: 1, days: SEVERAL, week: 7 }[view];
  return addDays(date, pages * step);
}
