import { type Static, Type } from 'typebox';
import { progressSteps } from '../../work/assignments/rules.ts';
import { Id, Moment, nullable, TimeOfDay } from '../../values/schema.ts';
import { FieldRecord } from '../field-records/schema.ts';
import { FileRecord } from '../files/schema.ts';
import { FilmRecord } from '../films/schema.ts';
import { LeftOut } from '../report-contents/schema.ts';
import { priorities } from '../../work/jobs/rules.ts';
import { Visit } from '../../work/visits/schema.ts';
import { visitStates } from '../../work/visits/states.ts';

const contact = { name: Type.String(), phone: Type.String(), email: Type.String() };

const author = Type.String({ description: 'Who in the office it is from; empty for anyone else' });

const OwnFile = Type.Object({
  ...Type.Pick(FileRecord, ['id', 'kind', 'name', 'type', 'state', 'created_by', 'created_at']).properties,
  author,
  film: nullable(Type.Pick(FilmRecord, ['state', 'refusal']), 'Whether a video can be played'),
});

/** What technicians are told of a visit of their own, and no more: who else is on it is none of it. */
export const OwnVisit = Type.Object({
  id: Id,
  number: Type.String({ description: 'Such as J-1001/2' }),
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
  promise: nullable(
    Type.Object({ from: TimeOfDay, to: TimeOfDay }),
    'When the customer was promised that you arrive, in the site’s time zone: as agreed, or as emailed. Null if they were promised nothing, or another day',
  ),
  drive: nullable(
    Type.Object({
      minutes: Type.Integer({ description: 'As the board reckons it, with parking' }),
      is_by_road: Type.Boolean({ description: 'Whether it’s from a routing service; else it’s estimated' }),
      after: nullable(Id, 'The visit it starts at; null for your base'),
    }),
    'The drive there from your visit before it on that day, or from your base; null if no one knows where it begins',
  ),
  note_by: Type.String({
    description: 'Who wrote the note last; empty if that isn’t known, or once the visit is over',
  }),
  note_at: nullable(Moment, 'When that was'),
  description: Type.String(),
  priority: Type.Enum(priorities),
  customer: Type.Object(contact),
  contacts: Type.Array(
    Type.Object({
      ...contact,
      role: Type.String(),
      site_id: nullable(Id, 'The site they’re at; null if it’s for all of the customer’s sites'),
    }),
    { description: 'Those of the site, and those of all the customer’s sites' },
  ),
  told_by_mail: Type.Array(Type.String(), {
    description: 'Who gets the emails about this visit, if the business sends them',
  }),
  site: Type.Object({
    id: Id,
    name: Type.String(),
    address: Type.String(),
    suburb: Type.String(),
    region: Type.String(),
    postcode: Type.String(),
    latitude: Type.Number(),
    longitude: Type.Number(),
    position_is_exact: Type.Boolean({ description: 'Whether someone has pinned it' }),
    position_is_found: Type.Boolean({ description: 'Whether the geocoder found it by the address' }),
    zone: Type.String(),
    access_notes: Type.String(),
    hazards: Type.String(),
  }),
  records: Type.Array(
    Type.Object({
      ...Type.Pick(FieldRecord, [
        'id',
        'kind',
        'content',
        'noted_at',
        'created_by',
        'created_at',
        'retracted_at',
      ]).properties,
      author,
    }),
    {
      description: 'What was recorded there',
    },
  ),
  files: Type.Array(OwnFile),
  job_files: Type.Array(OwnFile, { description: 'What is attached to the job' }),
  left_out: Type.Optional(LeftOut),
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

/** What was done at a site before, by whomever: who has a visit there now may read it. */
export const EarlierVisit = Type.Object({
  id: Id,
  number: Type.String(),
  at: Moment,
  description: Type.String(),
  outcome: nullable(Type.String()),
  outcome_reason: Type.String(),
  records: Type.Array(
    Type.Object({ ...Type.Pick(FieldRecord, ['id', 'kind', 'content', 'noted_at']).properties, author }),
    { description: 'Notes and parts' },
  ),
  files: Type.Array(OwnFile, { description: 'Photos, videos and documents' }),
});

export type EarlierVisit = Static<typeof EarlierVisit>;
export type OwnVisit = Static<typeof OwnVisit>;

const newsKinds = ['new', 'moved', 'cancelled', 'gone'] as const;

/** What the office has made of a visit of somebody's own since they last said that they know. */
export const News = Type.Object({
  visit_id: Id,
  kind: Type.Enum(newsKinds, { description: 'gone: taken off the board, or given to someone else' }),
  was_at: nullable(Moment, 'When it was to start, as far as the technician knows; null if it is new'),
  starts_at: nullable(Moment, 'When it is to start now; null if it is cancelled or gone'),
  change: Type.Integer({ description: 'The latest change it includes' }),
  at: Moment,
  by: Type.String({ description: 'Who made that change; empty if it was a program' }),
  number: Type.String({ description: 'Such as J-1001/2; empty if the visit is not there any more' }),
  customer: Type.String(),
  suburb: Type.String(),
  zone: Type.String(),
});

/** Up to which change somebody knows what the office did. */
export const Heard = Type.Object({
  change: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
});

export type News = Static<typeof News>;
