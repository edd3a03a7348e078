import { type Static, Type } from 'typebox';
import { editOf, Id, Moment, nullable, schemasOf } from '../../values/schema.ts';
import { skillFields } from './fields.ts';

const fields = schemasOf(skillFields);

export const Skill = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  is_sample: Type.Boolean(),
  archived_at: nullable(Moment),
});

export const NewSkill = Type.Object(
  { ...Type.Partial(Type.Object(fields)).properties, name: fields.name },
  { additionalProperties: false, examples: [{ name: 'Gas fitting', needs_ticket: true }] },
);

export const SkillEdit = editOf(fields);

export type Skill = Static<typeof Skill>;
export type NewSkill = Static<typeof NewSkill>;
export type SkillEdit = Static<typeof SkillEdit>;
