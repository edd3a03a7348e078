import { type Static, Type } from 'typebox';
import { paging } from '../../basics/changes/schema.ts';
import { being, Day, Id, Moment, nullable } from '../../values/schema.ts';
import { outcomes } from '../../work/visits/states.ts';

const strict = { additionalProperties: false };

/** As many as go on one invoice. */
export const MOST_VISITS = 200;

const visits = Type.Array(Id, { minItems: 1, maxItems: MOST_VISITS, uniqueItems: true });

/** Work that is over, to be charged: exactly one of the three says which. */
export const WorkToInvoice = Type.Object(
  {
    visits: Type.Optional(being(visits, 'Finished visits of one customer')),
    jobs: Type.Optional(being(visits, 'Jobs of one customer: every finished visit that isn’t charged yet')),
    customer: Type.Optional(being(Id, 'Every finished visit of the customer that isn’t charged yet')),
  },
  { ...strict, examples: [{ visits: ['0193e5a0-0000-7000-8000-000000000401'] }] },
);

/** A visit that is over and that no invoice charges. */
export const ReadyVisit = Type.Object({
  id: Id,
  number: Type.Integer(),
  job_id: Id,
  job_number: Type.Integer(),
  job_type: nullable(Type.String()),
  description: Type.String(),
  customer_id: Id,
  customer_name: Type.String(),
  site: Type.String({ description: 'Its address' }),
  zone: Type.String({ description: 'The site’s time zone' }),
  took_place_at: being(Moment, 'When the lead arrived, or was planned to'),
  outcome: Type.Enum(outcomes),
  technicians: Type.String({ description: 'The lead first' }),
  left_out: nullable(Type.String(), 'Why nobody is to be charged for it; null: it is ready'),
  is_older: Type.Boolean({
    description: 'Left out only because it took place before the day from which work is invoiced',
  }),
});

export const ReadyQuery = Type.Object(
  {
    cursor: paging.cursor,
    limit: paging.limit,
    search: paging.search,
    customer: Type.Optional(Id),
    job: Type.Optional(Id),
    left_out: Type.Optional(
      Type.Boolean({ description: 'True: those that were left out. Default: those that are ready' }),
    ),
  },
  strict,
);

/** More are not counted: whoever has years of work behind them that nobody invoiced here waits for no number. */
export const MOST_COUNTED = 1_000;

/** Before older work is left out, all of it is counted, as far as a business can have it. */
export const MOST_OLDER_COUNTED = 100_000;

export const ReadyCountQuery = Type.Object(
  {
    before: Type.Optional(being(Day, 'Only visits of earlier days')),
    customer: Type.Optional(Id),
  },
  strict,
);

export const ReadyCount = Type.Object({
  visits: Type.Integer({
    description: `At most ${MOST_COUNTED}, or ${MOST_OLDER_COUNTED} of earlier days, which stands for that many or more`,
  }),
  customers: Type.Integer({ description: 'Of the visits that were counted' }),
});

export const LeaveOut = Type.Object(
  { visits, reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) },
  {
    ...strict,
    examples: [{ visits: ['0193e5a0-0000-7000-8000-000000000401'], reason: 'Warranty' }],
  },
);

export const BringBack = Type.Object(
  { visits },
  { ...strict, examples: [{ visits: ['0193e5a0-0000-7000-8000-000000000401'] }] },
);

/** A visit that is over and that nobody is to be charged for, under the visit's id. */
export const LeftOutVisit = Type.Object({
  id: Id,
  version: Type.Integer(),
  reason: Type.String(),
  left_out_at: Moment,
});

export type WorkToInvoice = Static<typeof WorkToInvoice>;
export type ReadyVisit = Static<typeof ReadyVisit>;
export type ReadyQuery = Static<typeof ReadyQuery>;
export type ReadyCountQuery = Static<typeof ReadyCountQuery>;
export type ReadyCount = Static<typeof ReadyCount>;
export type LeaveOut = Static<typeof LeaveOut>;
export type BringBack = Static<typeof BringBack>;
export type LeftOutVisit = Static<typeof LeftOutVisit>;
