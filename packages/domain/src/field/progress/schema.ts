import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';

export const steps = ['en route', 'on site', 'done'] as const;

/** What somebody told on the way with one press, and when: measured, and never changed. */
export const Tap = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  technician_id: nullable(Id, 'Null: the office told it of the whole crew'),
  step: Type.Enum(steps),
  at: Moment,
  clock_off: nullable(
    Type.Integer(),
    'By how many seconds the phone’s clock was ahead of ours, if by more than two minutes',
  ),
  is_stray: Type.Boolean({ description: 'The visit was cancelled or given to someone else by then' }),
  created_by: nullable(Id),
  created_at: Moment,
  retracted_at: nullable(Moment, 'When it was taken back as a mistake; then it doesn’t count'),
});

export type Step = (typeof steps)[number];
export type Tap = Static<typeof Tap>;
