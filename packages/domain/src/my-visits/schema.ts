import { type Static, Type } from 'typebox';
import { progressSteps } from '../assignments/rules.ts';
import { Id, Moment, nullable } from '../changes/schema.ts';
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
});

export type OwnVisit = Static<typeof OwnVisit>;
