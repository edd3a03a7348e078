import { type Static, Type } from 'typebox';
import { being, Id, Moment, nullable } from '../../values/schema.ts';
import { ShownFilm } from '../films/schema.ts';
import { fileKinds, fileStates } from './rules.ts';

export const FileRecord = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: nullable(
    Id,
    'What it belongs to: a visit, a job, a customer or a site; a logo only to the business',
  ),
  job_id: nullable(Id),
  customer_id: nullable(Id),
  site_id: nullable(Id),
  kind: Type.Enum(fileKinds),
  name: Type.String(),
  type: Type.String({ description: 'Detected from the content; empty until it has been checked' }),
  bytes: Type.Integer({ description: 'Its size in bytes' }),
  width: nullable(Type.Integer(), 'Of a picture'),
  height: nullable(Type.Integer()),
  state: Type.Enum(fileStates, { description: 'Only files that are ready can be opened' }),
  refusal: Type.String({ description: 'Why it was refused' }),
  taken_at: nullable(Moment, 'When it was taken, according to the phone; null for documents'),
  created_by: nullable(Id),
  created_at: Moment,
  deleted_at: nullable(Moment, 'It can be restored for 30 days'),
});

export const NamedFile = Type.Object({
  ...FileRecord.properties,
  author: Type.String({
    description: 'Who added it; empty if it was a program, and always empty for technicians',
  }),
  film: nullable(ShownFilm, 'Of a video: what was made of it, so that it plays everywhere'),
});

export const FileQuery = Type.Object(
  {
    visit: Type.Optional(Id),
    job: Type.Optional(being(Id, 'Includes files of its visits')),
    customer: Type.Optional(Id),
    site: Type.Optional(being(Id, 'Includes files of visits there')),
  },
  { additionalProperties: false },
);

export const FileUsage = Type.Object({
  files: Type.Integer(),
  bytes: Type.Integer({ description: 'Bytes used, including uploads in progress' }),
  quota: Type.Integer({ description: 'The most bytes allowed' }),
});

export type NamedFile = Static<typeof NamedFile>;
export type FileRecord = Static<typeof FileRecord>;
export type FileQuery = Static<typeof FileQuery>;
export type FileUsage = Static<typeof FileUsage>;
