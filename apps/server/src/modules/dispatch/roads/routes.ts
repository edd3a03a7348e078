import { BoardQuery } from '@muster/domain/dispatch/board/schema';
import { BoardRoads, RoadState, RouteLines, RouteQuery } from '@muster/domain/dispatch/roads/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { App, Platform } from '../../../platform/deps.ts';
import { compressed, done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { boardDays, dayOf, daysOf } from '../board/service.ts';
import { linesOf, roadsOf } from './service.ts';
import type { Roads } from './tasks.ts';
import { REFRESH_MS } from './tasks.ts';

const tags = ['Board'];

export function roadRoutes(app: App, { database, now }: Platform, roads: Roads): void {
  app.get(
    '/services/scheduling/api/v1/routes',
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'Get the routes of a day, for everyone or one technician',
        description:
          'Only known routes are included. The rest are loaded in the background; the live stream sends `roads` when some arrive.',
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
        summary: 'Get the known drive times for some days of the board',
        description: 'In the same form as on the board. Read it again when the live stream sends `roads`.',
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
        summary: 'Get the status of the routing service',
        response: { 200: envelope(RoadState) },
      },
    },
    () => done(roads.state()),
  );
}
