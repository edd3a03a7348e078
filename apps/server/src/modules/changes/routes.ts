import type { AccountId } from '@muster/domain/values/ids';
import type { Role } from '@muster/domain/values/role';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { accountOf, accountRoles, sessionOf } from '../../platform/sign-in/access.ts';
import type { App, Module, Platform } from '../../platform/deps.ts';
import { STAFF } from '../../platform/live/live.ts';
import { isSessionOpen, SESSION_ENDED } from '../../platform/sign-in/session.ts';

export const changes: Module = (app, platform) => {
  serveChanges(app, platform, {
    url: '/services/scheduling/api/v1/live',
    access: accountRoles,
    tag: 'Scheduling',
    summary: 'What changes in the account, as it changes',
    heardBy: accountOf,
  });
  serveChanges(app, platform, {
    url: '/services/office/api/v1/live',
    access: ['staff'],
    tag: 'Office',
    summary: 'What changes in the back office, as it changes',
    heardBy: () => STAFF,
  });
};

interface Stream {
  url: string;
  access: readonly Role[];
  tag: string;
  summary: string;
  heardBy: (request: FastifyRequest) => AccountId;
}

function serveChanges(
  app: App,
  { database, live, now, streams }: Platform,
  { url, access, tag, summary, heardBy }: Stream,
): void {
  app.get(
    url,
    {
      config: { access },
      exposeHeadRoute: false,
      schema: {
        tags: [tag],
        summary,
        description:
          'A stream of server-sent events, each {topic, id}: load what it names again. Without an id it is about more than one. The topic "resync": events may have been missed, so load everything again.',
        response: { 200: { content: { 'text/event-stream': { schema: Type.String() } } } },
      },
    },
    (request, reply) => {
      const session = sessionOf(request);
      let unsubscribe = () => {};
      const stream = streams.open(reply, {
        session: session.id,
        onClose: () => unsubscribe(),
        // A session may also run out, or its user be disabled. While the database is away nobody can tell.
        onHeartbeat: () => {
          isSessionOpen(database.db, session, new Date(now())).then(
            (isOpen) => isOpen || stream.close(),
            () => undefined,
          );
        },
      });
      unsubscribe = live.subscribe(heardBy(request), (event) => {
        if (event.topic !== SESSION_ENDED) stream.send(event);
        else if (event.id === session.id) stream.close();
      });
    },
  );
}
