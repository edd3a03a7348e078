import { type Static, Type } from 'typebox';
import { Day, Id, Moment, nullable } from '../../values/schema.ts';

export const BoardRoads = Type.Object(
  {
    places: Type.Array(Type.Integer(), {
      description:
        'Positions as whole numbers: (latitude + 90) × 100,000, times 36,000,001, plus (longitude + 180) × 100,000, each rounded',
    }),
    times: Type.Array(Type.Array(Type.Integer()), {
      description:
        'The index of the place where a drive starts, followed by pairs: the index where it ends and the driving time in whole minutes',
    }),
  },
  { description: 'Known road times between sites and bases; all others are estimated' },
);

export const RouteQuery = Type.Object(
  { date: Day, technician: Type.Optional(Id) },
  { additionalProperties: false },
);

export const RouteLines = Type.Object({
  lines: Type.Array(
    Type.Object({
      from: Type.Integer({ description: 'The place, as a whole number as on a board' }),
      to: Type.Integer(),
      line: Type.String({ description: 'The road route, as an encoded polyline with six decimals' }),
    }),
  ),
});

export const RoadState = Type.Object({
  state: Type.Union(
    [
      Type.Literal('off'),
      Type.Literal('not asked yet'),
      Type.Literal('answering'),
      Type.Literal('not answering'),
    ],
    { description: 'As seen by the server process that answers' },
  ),
  since: nullable(Moment),
  problem: nullable(Type.String()),
});

export type BoardRoads = Static<typeof BoardRoads>;
export type RouteLines = Static<typeof RouteLines>;
export type RoadState = Static<typeof RoadState>;
export type RouteQuery = Static<typeof RouteQuery>;
