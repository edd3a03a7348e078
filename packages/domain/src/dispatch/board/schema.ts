import { type Static, Type } from 'typebox';
import { Assignment } from '../../work/assignments/schema.ts';
import { Day, Id, nullable } from '../../values/schema.ts';
import { FieldRecord } from '../../field/field-records/schema.ts';
import { Holiday } from '../../work/holidays/schema.ts';
import { Job } from '../../work/jobs/schema.ts';
import { Planning } from '../../work/settings/schema.ts';
import { BoardRoads } from '../roads/schema.ts';
import { Skill } from '../../work/skills/schema.ts';
import { Absence, Technician, Ticket, WorkingWeek } from '../../work/technicians/schema.ts';
import { CustomerMessage, Visit } from '../../work/visits/schema.ts';

const rows = <T extends Parameters<typeof Type.Array>[0]>(row: T) => Type.Array(row);

const Business = Type.Object({
  zone: Type.String(),
  region: nullable(Type.String()),
  working_week: WorkingWeek,
  overtime: Type.Integer(),
  travel: Type.Object({
    roadFactor: Type.Number(),
    streetKilometres: Type.Number(),
    streetSpeed: Type.Number(),
    roadSpeed: Type.Number(),
    parking: Type.Number(),
    buffer: Type.Optional(Type.Number()),
    countsBaseDrives: Type.Boolean(),
  }),
  planning: Planning,
});

const technicianColumns = Type.Pick(Technician, [
  'id',
  'version',
  'name',
  'colour',
  'skills',
  'base_suburb_id',
  'base_latitude',
  'base_longitude',
  'working_week',
  'is_active',
]);

const BoardTechnician = Type.Object({
  ...technicianColumns.properties,
  area: Type.String({
    description: 'The area of the base, such as Sydney - Inner West; empty if unknown',
  }),
});

const BoardSite = Type.Object({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  suburb: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  position_is_exact: Type.Boolean(),
  position_is_found: Type.Boolean(),
  zone: Type.String(),
  preferred: Type.Array(Id),
  banned: Type.Array(Id),
});

const BoardJob = Type.Pick(Job, [
  'id',
  'version',
  'number',
  'customer_id',
  'site_id',
  'job_type_id',
  'description',
  'priority',
]);

/** What a board is made of, table by table: as in the log, so that a change of a row is a change of one row here. */
export const BoardTables = Type.Object({
  from: Day,
  to: Day,
  business: Business,
  skills: rows(Type.Omit(Skill, ['version', 'is_sample'])),
  technicians: rows(BoardTechnician),
  tickets: rows(Type.Pick(Ticket, ['id', 'version', 'technician_id', 'skill_id', 'expires_on'])),
  absences: rows(Absence),
  holidays: rows(Holiday),
  customers: rows(Type.Object({ id: Id, version: Type.Integer(), name: Type.String() })),
  sites: rows(BoardSite),
  jobs: rows(BoardJob),
  visits: rows(Visit),
  assignments: rows(Assignment),
  field_records: Type.Array(
    Type.Pick(FieldRecord, [
      'id',
      'version',
      'visit_id',
      'kind',
      'content',
      'noted_at',
      'created_at',
      'retracted_at',
    ]),
    { description: 'Delays only; other field records aren’t shown on a board' },
  ),
  customer_messages: Type.Array(
    Type.Pick(CustomerMessage, [
      'id',
      'version',
      'visit_id',
      'kind',
      'from_at',
      'to_at',
      'zone',
      'problem',
      'at',
      'agreed',
      'expected_at',
    ]),
    { description: 'What customers were told about these visits: a time they were given is promised' },
  ),
  roads: BoardRoads,
});

export const BoardQuery = Type.Object({ from: Day, to: Day }, { additionalProperties: false });

export type BoardTables = Static<typeof BoardTables>;
export type BoardQuery = Static<typeof BoardQuery>;
