import { type Static, Type } from 'typebox';
import { Day, Id, nullable } from '../changes/schema.ts';

export const BoardRoads = Type.Object(
  {
    places: Type.Array(Type.Integer(), {
      description:
        'Positions as whole numbers: (latitude + 90) × 100,000, times 36,000,001, plus (longitude + 180) × 100,000, each rounded',
    }),
    times: Type.Array(Type.Array(Type.Integer()), {
      description:
        'Where a drive begins, by its index among the places, then by turns where it ends and the whole minutes at the wheel',
    }),
  },
  { description: 'What is known of drives by road between the sites and bases; all others are estimated' },
);

export const RouteQuery = Type.Object(
  { date: Day, technician: Type.Optional(Id) },
  { additionalProperties: false },
);

export const RouteLines = Type.Object({
  lines: Type.Array(
    Type.Object({
      from: Type.Integer({ description: 'The place, as a whole number like those of a board' }),
      to: Type.Integer(),
      line: Type.String({ description: 'Along the roads, as an encoded polyline with six decimals' }),
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
    { description: 'As the process that answers sees it' },
  ),
  since: nullable(Type.String({ format: 'date-time' })),
  problem: nullable(Type.String()),
});

export type BoardRoads = Static<typeof BoardRoads>;
export type RouteLines = Static<typeof RouteLines>;
export type RoadState = Static<typeof RoadState>;
