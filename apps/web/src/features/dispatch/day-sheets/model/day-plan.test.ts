import { defaultPlanning } from '@muster/domain/dispatch/scheduling/weights';
import { noRoads } from '@muster/domain/dispatch/roads/rules';
import { type LocalTime, momentOf } from '@muster/domain/values/local-time';
import { expect, test } from 'vitest';
import type { PaperDay } from '../api.ts';
import { dayPlan } from './day-plan.ts';

const zone = 'Australia/Sydney';
const at = (time: LocalTime) => new Date(momentOf('2026-11-17', time, zone) * 60_000).toISOString();
const moment = (time: LocalTime) => momentOf('2026-11-17', time, zone);

function technician(id: string, fields: object = {}) {
  return {
    id,
    version: 1,
    name: id,
    colour: 'teal',
    skills: [],
    base_latitude: null,
    base_longitude: null,
    working_week: null,
    is_active: true,
    ...fields,
  };
}

function assignment(visit: string, technician_id: string, from: LocalTime, to: LocalTime) {
  return {
    id: `${visit} ${technician_id}`,
    version: 1,
    visit_id: visit,
    technician_id,
    starts_at: at(from),
    ends_at: at(to),
    is_lead: true,
    is_pinned: false,
    progress: 'none',
    en_route_at: null,
    on_site_at: null,
    done_at: null,
    overrides: [],
  };
}

function visit(id: string, number: number) {
  return {
    id,
    version: 1,
    job_id: 'job',
    number,
    duration: 60,
    on_date: null,
    window_from: null,
    window_to: null,
    not_before: null,
    due_by: null,
    crew_size: 1,
    skills: [],
    crew_skills: [],
    check_list: [{ text: 'Valve', done: false }],
    note: 'Ring twice',
    dispatched_at: null,
    outcome: null,
    outcome_reason: '',
    cancelled_at: null,
    return_of: null,
    created_at: at('00:00'),
  };
}

function dayOf(fields: {
  technicians: object[];
  assignments?: object[];
  visits?: object[];
  sheets?: object[];
}) {
  const { technicians, assignments = [], visits = [], sheets = [] } = fields;
  const day = {
    board: {
      from: '2026-11-17',
      to: '2026-11-17',
      business: {
        zone,
        region: 'NSW',
        working_week: [{ weekday: 2, from: '07:00', to: '15:30', breaks: [] }],
        overtime: 0,
        travel: {
          roadFactor: 1.35,
          streetKilometres: 10,
          streetSpeed: 35,
          roadSpeed: 55,
          parking: 4,
          countsBaseDrives: true,
        },
        planning: defaultPlanning,
      },
      skills: [],
      technicians,
      tickets: [],
      absences: [],
      field_records: [],
      customer_messages: [],
      holidays: [],
      customers: [{ id: 'customer', version: 1, name: 'Blue Gum' }],
      sites: [
        {
          id: 'site',
          version: 1,
          name: '',
          suburb: 'Ryde',
          latitude: -33.8,
          longitude: 151,
          zone,
          preferred: [],
          banned: [],
        },
      ],
      jobs: [
        {
          id: 'job',
          version: 1,
          number: 1042,
          customer_id: 'customer',
          site_id: 'site',
          job_type_id: null,
          description: 'Fix the tap',
          priority: 'P3',
        },
      ],
      visits,
      assignments,
      roads: noRoads,
      change: 1,
    },
    visits: sheets,
  };
  return day as unknown as PaperDay;
}

test('each of a crew has the visit, with the names of the others, whom to ring once, and what to check', () => {
  const site = {
    name: '',
    address: '1 High St',
    suburb: 'Ryde',
    region: 'NSW',
    postcode: '2112',
    access_notes: 'Bell',
    hazards: 'Dog',
  };
  const phones = [
    { name: 'Ann', role: 'Reception', phone: '0412 345 678' },
    { name: 'Blue Gum', role: '', phone: '0412345678' },
  ];
  const plan = dayPlan(
    dayOf({
      technicians: [technician('Zoe'), technician('Amy'), technician('Gone', { is_active: false })],
      visits: [visit('v1', 1), visit('v2', 2)],
      assignments: [
        assignment('v1', 'Zoe', '09:00', '10:00'),
        assignment('v1', 'Amy', '09:00', '10:00'),
        assignment('v2', 'Zoe', '08:00', '09:00'),
      ],
      sheets: [{ id: 'v1', job_type: 'Leak', phones, site }],
    }),
    0,
  );
  expect(plan.technicians.map(({ name }) => name)).toEqual(['Amy', 'Zoe']);
  const [amy, zoe] = plan.technicians;
  expect(zoe!.visits.map(({ row }) => row.number)).toEqual(['J-1042/2', 'J-1042/1']);
  expect(amy!.visits).toMatchObject([
    {
      start: moment('09:00'),
      jobType: 'Leak',
      description: 'Fix the tap',
      note: 'Ring twice',
      checkList: ['Valve'],
      phones: [phones[0]],
      site,
      crew: ['Zoe'],
      drive: null,
    },
  ]);
  expect(zoe!.visits[1]!.drive).toEqual({ minutes: 0, words: 'about 0 min drive', isShort: false });
});

test('somebody who is not active any more is there while booked; hours reach around everything', () => {
  const plan = dayPlan(
    dayOf({
      technicians: [technician('Gone', { is_active: false })],
      visits: [visit('v1', 1)],
      assignments: [assignment('v1', 'Gone', '15:15', '16:15')],
    }),
    0,
  );
  expect(plan.technicians).toHaveLength(1);
  expect(plan.technicians[0]!.visits[0]!.site.suburb).toBe('Ryde');
  expect(plan.axis).toEqual({ start: moment('07:00'), end: moment('17:00') });
});

test('a day without anything has the usual hours', () => {
  const plan = dayPlan(dayOf({ technicians: [] }), 0);
  expect(plan).toMatchObject({ technicians: [], axis: { start: moment('07:00'), end: moment('17:00') } });
});
