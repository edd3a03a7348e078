import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';

const count = Type.Integer();

/** How far a business has come with what it needs to plan its first day. */
export const SetUp = Type.Object({
  set_up_at: nullable(Moment, 'When the owner set up the business; null until then'),
  technicians: count,
  customers: count,
  jobs: count,
  samples: Type.Integer({ description: 'How many of these technicians, customers and jobs are samples' }),
  free_licences: count,
});

/** What was added or taken away. */
export const SampleCount = Type.Object({
  technicians: count,
  customers: count,
  jobs: count,
  kept: Type.Array(Type.Object({ table: Type.String(), id: Id, label: Type.String() }), {
    description: 'What real work uses: it’s kept and no longer a sample',
  }),
});

export type SetUp = Static<typeof SetUp>;
export type SampleCount = Static<typeof SampleCount>;
