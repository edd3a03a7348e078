import { type Static, Type } from 'typebox';
import { Day, Id, nullable } from '../changes/schema.ts';

const ofSomebody = {
  days: nullable(
    Type.Object({ from: Day, to: Day }, { additionalProperties: false }),
    'The days of the board that are looked at; null away from the board',
  ),
  open_visit: nullable(Id, 'The visit whose drawer is open'),
  held_visit: nullable(Id, 'The visit that is being moved'),
};

/** What a tab of a browser says of itself. */
export const TabPresence = Type.Object(
  {
    tab: Type.String({ minLength: 1, maxLength: 36, description: 'Any word; each tab has its own' }),
    ...ofSomebody,
  },
  { additionalProperties: false },
);
export type TabPresence = Static<typeof TabPresence>;

export const Holder = Type.Object({ user_id: Id, name: Type.String() });

/** Somebody of the office who is on the board now, as the stream tells of them. */
export type PresentPerson = Static<typeof Holder> & Omit<TabPresence, 'tab'>;
