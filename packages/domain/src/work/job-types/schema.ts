import { type Static, Type } from 'typebox';
import { being, editOf, Id, Minutes, Moment, nullable } from '../../values/schema.ts';
import { technicianColours } from '../technicians/rules.ts';
import { checkKinds, LONGEST_VISIT, MOST_CREW } from '../visits/rules.ts';

const itemText = Type.String({ minLength: 1, maxLength: 200 });

const CheckItem = Type.Union(
  [
    itemText,
    Type.Object(
      {
        text: itemText,
        kind: Type.Optional(Type.Enum(checkKinds, { description: 'How it’s answered; a tick if left out' })),
        required: Type.Optional(
          Type.Boolean({ description: 'Whether it must be answered before a visit can be completed' }),
        ),
      },
      { additionalProperties: false },
    ),
  ],
  { description: 'Plain text is an optional tick' },
);

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  duration: being(Minutes, 'How long a visit takes, in minutes', {
    minimum: 5,
    maximum: LONGEST_VISIT,
    multipleOf: 5,
  }),
  skills: Type.Array(Id, {
    maxItems: 100,
    uniqueItems: true,
    description: 'Skills everyone on the visit needs',
  }),
  crew_size: Type.Integer({ minimum: 1, maximum: MOST_CREW }),
  check_list: Type.Array(CheckItem, { maxItems: 50 }),
  colour: Type.Enum(technicianColours),
  fixed_item_id: nullable(
    Id,
    'The item of the price list that a job of this type costs, in place of labour and call-out; null: time on site is charged',
  ),
};

export const JobType = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  is_sample: Type.Boolean(),
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

export const JobTypeEdit = editOf(fields);

export type JobType = Static<typeof JobType>;
export type NewJobType = Static<typeof NewJobType>;
export type JobTypeEdit = Static<typeof JobTypeEdit>;
