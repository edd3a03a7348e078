import { Type } from 'typebox';
import { accountOf, accountRoles, sessionOf } from '../../platform/access.ts';
import type { Module } from '../../platform/deps.ts';
import { isSessionOpen, SESSION_ENDED } from '../../platform/session.ts';

export const changes: Module = (app, { database, live, now, streams }) => {
  app.get(
    '/services/scheduling/api/v1/live',
    {
      config: { access: accountRoles },
      exposeHeadRoute: false,
      schema: {
        tags: ['Scheduling'],
        summary: 'What changes in the account, as it changes',
        description:
          'A stream of server-sent events, each {topic, id}: load what it names again. The topic "resync" has no id: events may have been missed, so load everything again.',
        response: { 200: { content: { 'text/event-stream': { schema: Type.String() } } } },
      },
    },
    (request, reply) => {
      const session = sessionOf(request);
      const unsubscribe = live.subscribe(accountOf(request), (event) => {
        if (event.topic !== SESSION_ENDED) stream.send(event);
        else if (event.id === session.id) stream.close();
      });
      const stream = streams.open(reply, {
        onClose: unsubscribe,
        // A session may also run out, or its user be disabled. While the database is away nobody can tell.
        onHeartbeat: () => {
          isSessionOpen(database.db, session, new Date(now())).then(
            (isOpen) => isOpen || stream.close(),
            () => undefined,
          );
        },
      });
    },
  );
};
