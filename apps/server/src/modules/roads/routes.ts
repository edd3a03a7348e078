import { BoardQuery } from '@muster/domain/board/schema';
import { BoardRoads, RoadState, RouteLines, RouteQuery } from '@muster/domain/roads/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { dispatchers } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { withAccount } from '../../platform/db/account.ts';
import { compressed } from '../../platform/http/compressed.ts';
import { done, envelope } from '../../platform/http/envelope.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { boardDays, dayOf, daysOf } from '../board/service.ts';
import { linesOf, roadsOf } from './service.ts';
import { REFRESH_MS, startRoads } from './tasks.ts';

const tags = ['Board'];

export const roadRoutes: Module = (app, platform) => {
  const { database, now } = platform;
  const roads = startRoads(platform);
  app.addHook('onClose', () => roads.close());

  app.get(
    '/services/scheduling/api/v1/routes',
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'The ways along the roads of a day, of everybody or of one technician',
        description:
          'As far as they are known. The others are asked for in the background; the live stream tells `roads` when some have come.',
        querystring: RouteQuery,
        response: { 200: envelope(RouteLines) },
      },
    },
    async (request) => {
      const account = accountOf(request);
      const { date, technician } = request.query;
      const { lines, missing } = await withAccount(database.db, account, async (db) =>
        linesOf(db, await dayOf(db, date as LocalDate), { technician, since: new Date(now() - REFRESH_MS) }),
      );
      roads.wantLines(account, missing);
      return done({ lines });
    },
  );

  app.get(
    '/services/scheduling/api/v1/board/roads',
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'What is known by now of the drives on a stretch of the board',
        description: 'As the board itself carries it: to be read again when the live stream tells `roads`.',
        querystring: BoardQuery,
        response: { 200: envelope(BoardRoads) },
      },
      onSend: compressed,
    },
    async (request) => {
      const { from, to } = boardDays(request.query);
      return done(
        await withAccount(database.db, accountOf(request), async (db) =>
          roadsOf(db, await daysOf(db, from, to)),
        ),
      );
    },
  );

  app.get(
    '/services/scheduling/api/v1/roads',
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'Whether the routing service answers, and since when',
        response: { 200: envelope(RoadState) },
      },
    },
    () => done(roads.state()),
  );
};
