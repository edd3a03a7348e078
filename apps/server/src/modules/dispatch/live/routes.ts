import { Id } from '@muster/domain/values/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { isPermitted, type Permit, type Rights } from '@muster/domain/values/role';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { App, Module, Platform } from '../../../platform/deps.ts';
import { dispatchers, readersOfWork } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { logFault } from '../../../platform/db/connection-errors.ts';
import { type Channel, channelOf, type LiveEvent } from '../../../platform/live/event-log.ts';
import type { EventStream } from '../../../platform/live/event-stream.ts';
import { accountOf, callerOf, sessionOf } from '../../../platform/sign-in/access.ts';
import { isApiKeyOpen } from '../../../platform/sign-in/api-key.ts';
import { isSessionOpen } from '../../../platform/sign-in/session.ts';
import { technicianOf } from '../../work/technicians/service.ts';

export const live: Module = (app, platform) => {
  serveEvents(app, platform, {
    url: '/services/scheduling/api/v1/live',
    access: readersOfWork,
    tag: 'Changes',
    summary: 'Stream changes in the account',
    heardBy: (request) => channelOf(accountOf(request)),
    listenAs: async (request) => readableChange(platform, callerOf(request), request.query.scenario ?? null),
    // A program is nobody's colleague, and a bookkeeper has no board to meet others on.
    joinAs: ({ session }) =>
      session?.kind === 'user' && isPermitted(dispatchers, session) ? session : undefined,
    hearsNotices: dispatchers,
  });
  serveEvents(app, platform, {
    url: '/services/scheduling/api/v1/my/live',
    access: ['owner', 'dispatcher', 'technician'],
    tag: 'My day',
    summary: 'Stream a signal when something changes for the signed-in technician',
    heardBy: (request) => channelOf(accountOf(request)),
    listenAs: async (request) => ownChange(sessionOf(request).user, await ownTechnician(platform, request)),
  });
  serveEvents(app, platform, {
    url: '/services/office/api/v1/live',
    access: ['staff'],
    tag: 'Office',
    summary: 'Stream changes in the office',
    heardBy: (request) => channelOf(accountOf(request)),
    listenAs: async (request) => readableChange(platform, callerOf(request), null),
  });
};

/** What is told of an event; nothing, where it is none of the listener's business. */
type Listener = (event: LiveEvent) => object | undefined;

/**
 * Entries of tables that the role may not read are left out, and so is what is not on the board that is looked at: another scenario
 * altogether, and in a scenario the bookings of the live board. Where none is left, nor is who did what: the number alone keeps count.
 */
function readableChange({ tables }: Platform, rights: Rights, scenario: string | null): Listener {
  return (event) => {
    const { number, topic, change } = event;
    if (!change) return event;
    const { subjects: _, entries, beside, ...rest } = change;
    const isOwn = change.scenario === scenario;
    if (!isOwn && change.scenario !== null) return { number, topic };
    const isReadable = ({ table: name }: { table: string }) => {
      const table = tables.get(name);
      return table && isPermitted(table.readers, rights) && (isOwn || table.byScenario !== 'all');
    };
    const readable = entries?.filter(isReadable) ?? null;
    return readable?.length === 0
      ? { number, topic }
      : { number, topic, change: { ...rest, entries: readable, beside: beside.filter(isReadable) } };
  };
}

/** Somebody may become another technician while they listen, or none: what made them so is heard as the one and as the other. */
function ownChange(user: string, technician: string | undefined): Listener {
  let own = technician;
  return ({ number, topic, change }) => {
    if (change && change.scenario !== null) return undefined;
    const was = own;
    own = change ? technicianAfter(change, user, was) : was;
    const isOwn = [was, own].some((id) => id !== undefined && change?.subjects.includes(id));
    return isOwn || change?.entries === null ? { number, topic } : undefined;
  };
}

/** The technician whom a user is after a change, given whom they were before. */
function technicianAfter(
  { entries }: NonNullable<LiveEvent['change']>,
  user: string,
  was: string | undefined,
): string | undefined {
  const linked = (entries ?? []).filter(
    ({ table, fields }) => table === 'technicians' && (fields === null || 'user_id' in fields),
  );
  const now = linked.find(({ fields }) => fields !== null && Reflect.get(fields, 'user_id') === user);
  return now?.id ?? (linked.some(({ id }) => id === was) ? undefined : was);
}

async function ownTechnician(
  { database: { db } }: Platform,
  request: FastifyRequest,
): Promise<string | undefined> {
  return withAccount(db, accountOf(request), (db) => technicianOf(db, sessionOf(request).user));
}

interface Served {
  url: string;
  access: readonly Permit[];
  tag: string;
  summary: string;
  heardBy: (request: FastifyRequest) => Channel;
  listenAs: (request: StreamRequest) => Promise<Listener>;
  /** Whoever is present while the stream is open, and is told who else is. */
  joinAs?: (request: FastifyRequest) => { account: AccountId; id: string } | undefined;
  /** Who is also told of what is in no log, unless it names its own readers: plans that are made for the board, calls. */
  hearsNotices?: readonly Permit[];
}

const description = `A stream of server-sent events. Changes are numbered one by one, in the order they were made.
\`start\` {number}: where the stream starts. \`change\` {number, topic, id}: reload the item it names, or everything of that topic if there’s no id.
On an account’s stream it also has \`change\` {command, kind, user_id, undoes, entries: [{table, id, version, fields}], beside}: entries is null if there are very many, beside has the customers and sites of its jobs,
and \`change\` is missing if you don’t have access to what changed.
\`presence\` {people}: who from the office is on the board, the days they’re viewing, the visit they have open and the one they’re moving.
\`plan-run\` {id}, \`proposal\` {id} and \`call\` {id}, without a number: it has changed, so reload it.
\`read-again\` {number}: too much was missed, so reload everything. \`beat\`: sent every five seconds; if it stops, reconnect.
For scenarios only the number is sent, unless the address names one in \`scenario\`: then you get its changes, and live changes that aren’t about bookings or absences.
To reconnect, send the last number you have in \`after\` to get what you missed.`;

const Query = Type.Object({
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'The last number received' }),
  ),
  scenario: Type.Optional(Id),
});

type StreamRequest = FastifyRequest<{ Querystring: Static<typeof Query> }>;

function serveEvents(
  app: App,
  platform: Platform,
  { url, access, tag, summary, heardBy, listenAs, joinAs, hearsNotices }: Served,
): void {
  const { live, streams, presence } = platform;
  app.get(
    url,
    {
      config: { access },
      exposeHeadRoute: false,
      schema: {
        tags: [tag],
        summary,
        description,
        querystring: Query,
        response: { 200: { content: { 'text/event-stream': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      let stop = () => {};
      let isOver = false;
      const stream = streams.open(reply, {
        session: (request.keyHolder ?? sessionOf(request)).id,
        onBeat: () => endWithCaller(platform, request, stream),
        onClose: () => {
          isOver = true;
          stop();
        },
      });
      try {
        const listener = await listenAs(request);
        const channel = heardBy(request);
        const stopFollowing = await live.follow(channel, request.query.after, {
          onStart: (number) => stream.send('start', { number }, number),
          onEvent: (event) => {
            const told = listener(event);
            if (told) stream.send('change', told, event.number);
          },
          onReadAgain: (number) => stream.send('read-again', { number }, number),
        });
        const joined = joinAs?.(request);
        const leave =
          joined && presence.join(joined.account, joined.id, (people) => stream.send('presence', { people }));
        const rights = hearsNotices && callerOf(request);
        const stopHearing =
          rights &&
          live.hear(channel, ({ event, id, readers = hearsNotices }) => {
            if (isPermitted(readers, rights)) stream.send(event, { id });
          });
        stop = () => {
          stopFollowing();
          if (stopHearing) stopHearing();
          leave?.();
        };
        if (isOver) stop();
      } catch (error) {
        // The client connects again, and succeeds once the database is back, or whatever else is wrong is mended.
        logFault(platform.log, error, 'A live stream could not begin.', { id: request.id, route: url });
        stream.close();
      }
    },
  );
}

/** Closes the stream if its session has expired, its user is disabled or its key is revoked. While the database is away, it stays open. */
function endWithCaller({ database, log, now }: Platform, request: FastifyRequest, stream: EventStream): void {
  const { db } = database;
  const isStillOpen = request.keyHolder
    ? isApiKeyOpen(db, request.keyHolder)
    : isSessionOpen(db, sessionOf(request), new Date(now()));
  isStillOpen.then(
    (isOpen) => isOpen || stream.close(),
    (error: unknown) =>
      logFault(log, error, 'Whether a live stream may go on could not be found out.', { id: request.id }),
  );
}
