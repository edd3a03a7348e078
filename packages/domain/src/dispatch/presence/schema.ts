import { type Static, Type } from 'typebox';
import { Day, Id, nullable } from '../../values/schema.ts';

const ofSomebody = {
  days: nullable(
    Type.Object({ from: Day, to: Day }, { additionalProperties: false }),
    'The days of the board being viewed; null if not on the board',
  ),
  open_visit: nullable(Id, 'The visit that is open'),
  held_visit: nullable(Id, 'The visit being moved'),
};

/** What a tab of a browser says of itself. */
export const TabPresence = Type.Object(
  {
    tab: Type.String({
      minLength: 1,
      maxLength: 36,
      description: 'Any text that identifies the browser tab',
    }),
    ...ofSomebody,
  },
  { additionalProperties: false },
);
export type TabPresence = Static<typeof TabPresence>;
export type Holder = Static<typeof Holder>;

export const Holder = Type.Object({ user_id: Id, name: Type.String() });

/** Somebody of the office who is on the board now, as the stream tells of them. */
export type PresentPerson = Static<typeof Holder> & Omit<TabPresence, 'tab'>;
