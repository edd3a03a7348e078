import { type Static, Type } from 'typebox';
import { Id, Moment, nullable, Version } from '../changes/schema.ts';
import { technicianColours } from '../technicians/rules.ts';
import { checkKinds, LONGEST_VISIT, MOST_CREW } from '../visits/rules.ts';

const itemText = Type.String({ minLength: 1, maxLength: 200 });

const CheckItem = Type.Union(
  [
    itemText,
    Type.Object(
      {
        text: itemText,
        kind: Type.Optional(
          Type.Enum(checkKinds, { description: 'How it is answered; ticked, where it is not said' }),
        ),
        required: Type.Optional(
          Type.Boolean({ description: 'Whether a visit can be completed only when it is answered' }),
        ),
      },
      { additionalProperties: false },
    ),
  ],
  { description: 'A plain text is a tick that nobody has to make' },
);

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  duration: Type.Integer({
    minimum: 5,
    maximum: LONGEST_VISIT,
    multipleOf: 5,
    description: 'Of a visit, in minutes',
  }),
  skills: Type.Array(Id, {
    maxItems: 100,
    uniqueItems: true,
    description: 'What everybody on a visit has to hold',
  }),
  crew_size: Type.Integer({ minimum: 1, maximum: MOST_CREW }),
  check_list: Type.Array(CheckItem, { maxItems: 50 }),
  colour: Type.Enum(technicianColours),
};

export const JobType = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  archived_at: nullable(Moment),
});

export const NewJobType = Type.Object(
  {
    ...Type.Partial(Type.Object(fields)).properties,
    name: fields.name,
    duration: fields.duration,
  },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'Hot water service',
        duration: 90,
        check_list: ['Valve tested', { text: 'Pressure', kind: 'number', required: true }],
      },
    ],
  },
);

export const JobTypeEdit = Type.Object(
  { version: Version, ...Type.Partial(Type.Object(fields)).properties },
  { additionalProperties: false },
);

export type JobType = Static<typeof JobType>;
