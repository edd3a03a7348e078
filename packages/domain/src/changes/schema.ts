import { Type } from 'typebox';

/** What comes with a 409 about a row that somebody else has changed since it was read. */
export const VersionConflict = Type.Object(
  {
    expected: Type.Integer({ description: 'The version that the caller had read' }),
    current: Type.Integer({ description: 'The version that there is now' }),
  },
  { description: 'Both versions of what was to be changed' },
);
