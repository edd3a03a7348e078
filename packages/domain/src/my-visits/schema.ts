import { type Static, Type } from 'typebox';
import { progressSteps } from '../assignments/rules.ts';
import { Id, Moment, nullable } from '../changes/schema.ts';
import { FieldRecord } from '../field-records/schema.ts';
import { FileRecord } from '../files/schema.ts';
import { priorities } from '../jobs/rules.ts';
import { Visit } from '../visits/schema.ts';
import { visitStates } from '../visits/states.ts';

const contact = { name: Type.String(), phone: Type.String(), email: Type.String() };

/** What technicians are told of a visit of their own, and no more: who else is on it is none of it. */
export const OwnVisit = Type.Object({
  id: Id,
  number: Type.String({ description: 'As in J-1001/2' }),
  state: Type.Enum(visitStates),
  is_tentative: Type.Boolean({ description: 'Planned, and not dispatched yet: it may still change' }),
  starts_at: Moment,
  ends_at: Moment,
  is_lead: Type.Boolean(),
  progress: Type.Enum(progressSteps),
  en_route_at: nullable(Moment),
  on_site_at: nullable(Moment),
  done_at: nullable(Moment),
  ...Type.Pick(Visit, [
    'window_from',
    'window_to',
    'crew_size',
    'note',
    'check_list',
    'outcome',
    'outcome_reason',
  ]).properties,
  description: Type.String(),
  priority: Type.Enum(priorities),
  customer: Type.Object(contact),
  contacts: Type.Array(Type.Object({ ...contact, role: Type.String() })),
  site: Type.Object({
    name: Type.String(),
    address: Type.String(),
    suburb: Type.String(),
    region: Type.String(),
    postcode: Type.String(),
    latitude: Type.Number(),
    longitude: Type.Number(),
    zone: Type.String(),
    access_notes: Type.String(),
    hazards: Type.String(),
  }),
  records: Type.Array(
    Type.Pick(FieldRecord, ['id', 'kind', 'content', 'noted_at', 'created_by', 'created_at', 'retracted_at']),
    {
      description: 'What was noted there',
    },
  ),
  files: Type.Array(
    Type.Pick(FileRecord, ['id', 'kind', 'name', 'type', 'state', 'created_by', 'created_at']),
  ),
  before: Type.Array(
    Type.Object({
      id: Id,
      number: Type.String(),
      at: Moment,
      description: Type.String(),
      outcome: nullable(Type.String()),
      outcome_reason: Type.String(),
      notes: Type.Array(Type.String()),
    }),
    { description: 'What was done at this site before, the latest first' },
  ),
});

export type OwnVisit = Static<typeof OwnVisit>;
