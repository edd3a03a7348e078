import { addDays, datesBetween, type LocalDate, weekdayOf } from '@muster/domain/values/local-time';
import {
  choiceParam,
  dayParam,
  flagParam,
  idParam,
  present,
  textParam,
} from '../../../../lib/page/search-params.ts';

const boardViews = ['day', 'days', 'week'] as const;
export type BoardView = (typeof boardViews)[number];
export const rowSorts = ['name', 'load', 'area'] as const;
export const rowGroups = ['area', 'skill'] as const;
const mapViews = ['shown', 'list'] as const;
const visitStates = ['planned', 'dispatched', 'under way', 'over'] as const;

/** What the address of a board says. */
export interface BoardSearch {
  date?: LocalDate;
  view?: BoardView;
  search?: string;
  skill?: string;
  /** Of whose base, as the table of technicians has it. */
  area?: string;
  /** The visits that stand out; the others are pale. */
  state?: (typeof visitStates)[number];
  sort?: (typeof rowSorts)[number];
  group?: (typeof rowGroups)[number];
  /** The visit whose drawer is open. */
  visit?: string;
  /** The technician whose drawer is open. */
  technician?: string;
  /** Whether the map is beside the board, drawn or in words. */
  map?: (typeof mapViews)[number];
  /** Whose route alone is on the map. */
  route?: string;
  /** The run of the optimiser, or the proposal that came of it, that somebody looks at. */
  plan?: string;
  /** Whether somebody adds a job in plain words. */
  quick?: true;
  /** Whether somebody adds a job, beside the board. */
  new?: true;
}

export function readBoardSearch(given: Record<string, unknown>): BoardSearch {
  return present<BoardSearch>({
    date: dayParam(given, 'date') as LocalDate | undefined,
    view: choiceParam(given, 'view', boardViews),
    search: textParam(given, 'search'),
    skill: textParam(given, 'skill'),
    area: textParam(given, 'area'),
    state: choiceParam(given, 'state', visitStates),
    sort: choiceParam(given, 'sort', rowSorts),
    group: choiceParam(given, 'group', rowGroups),
    visit: idParam(given, 'visit'),
    technician: idParam(given, 'technician'),
    map: choiceParam(given, 'map', mapViews),
    route: idParam(given, 'route'),
    plan: idParam(given, 'plan'),
    quick: flagParam(given, 'quick'),
    new: flagParam(given, 'new'),
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
