import { type Static, Type } from 'typebox';
import { Id, Moment, nullable, Version } from '../changes/schema.ts';

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  needs_ticket: Type.Boolean({ description: 'Whether it counts only with a ticket that is in force' }),
};

export const Skill = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  archived_at: nullable(Moment),
});

export const NewSkill = Type.Object(
  { name: fields.name, needs_ticket: Type.Optional(fields.needs_ticket) },
  { additionalProperties: false, examples: [{ name: 'Gas fitting', needs_ticket: true }] },
);

export const SkillEdit = Type.Object(
  { version: Version, ...Type.Partial(Type.Object(fields)).properties },
  { additionalProperties: false },
);

export type Skill = Static<typeof Skill>;
