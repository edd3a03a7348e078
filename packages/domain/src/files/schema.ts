import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../changes/schema.ts';
import { fileKinds, fileStates } from './rules.ts';

export const FileRecord = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: nullable(Id, 'What it belongs to: a visit, a job, a customer or a site'),
  job_id: nullable(Id),
  customer_id: nullable(Id),
  site_id: nullable(Id),
  kind: Type.Enum(fileKinds),
  name: Type.String(),
  type: Type.String({ description: 'Found out from what is in it; empty until somebody has looked' }),
  bytes: Type.Integer({ description: 'How much room it takes' }),
  width: nullable(Type.Integer(), 'Of a picture'),
  height: nullable(Type.Integer()),
  state: Type.Enum(fileStates, { description: 'Only what is ready can be opened' }),
  refusal: Type.String({ description: 'Why it was not kept' }),
  taken_at: nullable(Moment, 'When the phone says that it was taken; null of documents'),
  created_by: nullable(Id),
  created_at: Moment,
  deleted_at: nullable(Moment, 'It can be brought back for 30 days'),
});

export const NamedFile = Type.Object({
  ...FileRecord.properties,
  author: Type.String({
    description:
      'Who added it; empty where it was a program, and for technicians, who are told of nobody else',
  }),
});

export const FileQuery = Type.Object(
  {
    visit: Type.Optional(Id),
    job: Type.Optional(Type.String({ format: 'uuid', description: 'Those of its visits too' })),
    customer: Type.Optional(Id),
    site: Type.Optional(Type.String({ format: 'uuid', description: 'Those of the visits there too' })),
  },
  { additionalProperties: false },
);

export const FileUsage = Type.Object({
  files: Type.Integer(),
  bytes: Type.Integer({ description: 'What is kept, and what is on its way' }),
  quota: Type.Integer({ description: 'How many bytes there may be' }),
});

export type NamedFile = Static<typeof NamedFile>;
export type FileRecord = Static<typeof FileRecord>;
export type FileQuery = Static<typeof FileQuery>;
