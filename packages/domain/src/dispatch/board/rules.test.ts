import { expect, test } from 'vitest';
import { check } from '../scheduling/board/check.ts';
import { prepareBoard } from '../scheduling/board/prepare.ts';
import { reasonInWords } from '../scheduling/board/reasons.ts';
import { defaultTravel } from '../../values/travel.ts';
import { defaultPlanning } from '../scheduling/weights.ts';
import { epochMinutes } from '../../values/minutes.ts';
import { boardRows } from './rules.ts';
import type { BoardTables } from './schema.ts';

const archived = { name: 'Gas', needs_ticket: false, archived_at: '2026-01-01T00:00:00Z' };
const offered = { ...archived, archived_at: null };
const now = epochMinutes(Date.parse('2026-11-16T00:00:00Z') / 60_000);

function tablesWith(skills: BoardTables['skills'], held: string, needed: string): BoardTables {
  const row = { id: '', version: 1 };
  return {
    from: '2026-11-16',
    to: '2026-11-16',
    business: {
      zone: 'Australia/Sydney',
      region: 'NSW',
      working_week: [{ weekday: 1, from: '07:00', to: '15:00', breaks: [] }],
      overtime: 0,
      travel: defaultTravel,
      planning: defaultPlanning,
    },
    skills,
    technicians: [
      {
        ...row,
        id: 'dave',
        name: 'Dave',
        colour: 'blue',
        skills: [held],
        base_suburb_id: null,
        base_latitude: -33.8,
        base_longitude: 151,
        working_week: null,
        is_active: true,
        area: '',
      },
    ],
    tickets: [],
    absences: [],
    holidays: [],
    customers: [{ ...row, id: 'smith', name: 'Smith' }],
    sites: [
      {
        ...row,
        id: 'home',
        name: '',
        suburb: 'Ryde',
        latitude: -33.8,
        longitude: 151,
        position_is_exact: true,
        position_is_found: false,
        zone: 'Australia/Sydney',
        preferred: [],
        banned: [],
      },
    ],
    jobs: [
      {
        ...row,
        id: 'leak',
        number: 1001,
        customer_id: 'smith',
        site_id: 'home',
        job_type_id: null,
        description: '',
        priority: 'P3',
      },
    ],
    visits: [
      {
        ...row,
        id: 'tap',
        job_id: 'leak',
        number: 1,
        duration: 60,
        on_date: null,
        window_from: null,
        window_to: null,
        not_before: null,
        due_by: null,
        crew_size: 1,
        skills: [needed],
        crew_skills: [],
        check_list: [],
        note: '',
        dispatched_at: null,
        outcome: null,
        outcome_reason: '',
        cancelled_at: null,
        return_of: null,
        entered_at: null,
        entered_by: null,
        confirmed_at: null,
        confirmed_for: null,
        created_at: '2026-11-01T00:00:00Z',
      },
    ],
    assignments: [],
    field_records: [],
    customer_messages: [],
    roads: { places: [], times: [] },
  };
}

function reasons(skills: BoardTables['skills'], held: string, needed: string): string[] {
  const board = prepareBoard(boardRows(tablesWith(skills, held, needed), now));
  const visit = board.visits.get('tap')!;
  return check(board, visit, ['dave'], epochMinutes(now + 60)).map(
    (reason) => reasonInWords(board, visit, reason).long,
  );
}

test('a skill is another one though it is called the same, and is told by its name', () => {
  const alike = [
    { ...archived, id: 'first' },
    { ...archived, id: 'second' },
  ];
  expect(reasons(alike, 'first', 'first')).toEqual([]);
  expect(reasons(alike, 'first', 'second')).toEqual(['Dave has no Gas (archived) skill.']);
  const again = [
    { ...archived, id: 'old' },
    { ...offered, id: 'new' },
  ];
  expect(reasons(again, 'old', 'new')).toEqual(['Dave has no Gas skill.']);
});
