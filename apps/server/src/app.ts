import { fastifyCookie } from '@fastify/cookie';
import { fastify, type FastifyBaseLogger, LogController } from 'fastify';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import { accounts } from './modules/accounts/routes.ts';
import { customerTask } from './modules/customer-messages/tasks.ts';
import { sweepFiles } from './modules/uploads/tasks.ts';
import { fileTasks } from './modules/files/tasks.ts';
import { forgetDevices } from './modules/sessions/service.ts';
import { forgetMails } from './modules/messages/service.ts';
import { mailTask } from './modules/messages/tasks.ts';
import { messages } from './modules/messages/routes.ts';
import { live } from './modules/live/routes.ts';
import { enquiries } from './modules/enquiries/routes.ts';
import { invitations } from './modules/invitations/routes.ts';
import { forgetLinks } from './modules/links/service.ts';
import { office } from './modules/office/routes.ts';
import { passwords } from './modules/passwords/routes.ts';
import { plans } from './modules/plans/routes.ts';
import { registrations } from './modules/registrations/routes.ts';
import { forgetRegistrations } from './modules/registrations/service.ts';
import { sessions } from './modules/sessions/routes.ts';
import { webhookTasks } from './modules/webhooks/tasks.ts';
import { schedulerModules, trackedTables } from './scheduler.ts';
import { startCleaning } from './platform/tasks/cleaning.ts';
import type { App, Deps, Module, Platform } from './platform/deps.ts';
import { createEventStreams } from './platform/live/event-stream.ts';
import { createLooks } from './platform/live/looks.ts';
import { createPresence } from './platform/live/presence.ts';
import { limitCrowds } from './platform/http/crowds.ts';
import { watchEdges } from './platform/http/edge.ts';
import { trustedProxies } from './platform/http/client-network.ts';
import { type Answerer, createAnswerer, refuseBadConnection } from './platform/http/failures.ts';
import { Failure } from './platform/http/errors.ts';
import { guardRoutes } from './platform/http/gate.ts';
import { reportHealth } from './platform/http/health.ts';
import { takeJsonAlone } from './platform/http/json-body.ts';
import { documentApi } from './platform/http/openapi.ts';
import { servePages } from './platform/site/pages.ts';
import { keepPrivate } from './platform/http/private-door.ts';
import type { Task } from './platform/tasks/queue.ts';
import { serveReference } from './platform/site/reference-page.ts';
import { requestIds } from './platform/http/request-id.ts';
import { dataHeaders } from './platform/http/security-headers.ts';
import { closeWithGrace } from './platform/http/shutdown.ts';

const allModules: readonly Module[] = [
  registrations,
  accounts,
  sessions,
  passwords,
  plans,
  enquiries,
  office,
  invitations,
  messages,
  live,
  ...schedulerModules,
];

/** A client that takes longer to send its request is disconnected. This is checked every `LOOK_MS`. */
const REQUEST_MS = 20_000;
const HEADERS_MS = 10_000;
const LOOK_MS = 1_000;
/** An idle connection is closed after this long, which is longer than the pause between two beats of an event stream. */
const IDLE_MS = 65_000;
/** A handler gets this long; the database's own limit on statements is shorter, so this is the last resort. */
const HANDLER_MS = 30_000;
const LONGEST_PARAMETER = 200;

/** Builds the whole application from the given parts. Closing it does not close those parts. */
export function buildApp(deps: Deps, modules: readonly Module[] = allModules): App {
  const answer = createAnswerer(deps);
  const app = createServer(deps, answer);
  const streams = createEventStreams(dataHeaders(deps.settings), deps.log);
  const tables = new Map(trackedTables.map((table) => [table.name, table]));
  const presence = createPresence(deps);
  const platform: Platform = { ...deps, streams, presence, looks: createLooks(), tables };
  const stopCleaning = startCleaning(deps, [
    forgetRegistrations,
    forgetLinks,
    forgetMails,
    forgetDevices,
    sweepFiles(deps),
  ]);

  app.register(fastifyCookie);
  takeJsonAlone(app);
  documentApi(app, deps.settings);
  watchEdges(app, deps);
  keepPrivate(app, deps.settings);
  limitCrowds(app);
  guardRoutes(app, deps);
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) => answer(new Failure('notFound'), request, reply));
  closeWithGrace(app, streams);
  const stopHearing = deps.live.onSessionEnd((session) => streams.closeOf(session));
  app.addHook('onClose', async () => {
    stopHearing();
    stopCleaning();
    presence.close();
  });
  // In a plugin, so that the documentation is loaded before the routes are added.
  app.register(async (app) => {
    for (const module of [...modules, reportHealth, serveReference, servePages]) module(app, platform);
  });
  return app;
}

/** What the queue runs in the background, by topic of the outbox. */
export function buildTasks(deps: Deps): Readonly<Record<string, Task>> {
  return { mail: mailTask(deps), ...customerTask(deps), ...webhookTasks(deps), ...fileTasks(deps) };
}

function createServer({ settings, log }: Deps, answer: Answerer): App {
  const loggerInstance: FastifyBaseLogger = log;
  return fastify({
    clientErrorHandler: refuseBadConnection,
    connectionTimeout: IDLE_MS,
    frameworkErrors: answer,
    genReqId: requestIds(),
    handlerTimeout: HANDLER_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: LOOK_MS },
    keepAliveTimeout: IDLE_MS,
    loggerInstance,
    // `watchEdges` writes one line per request itself, because Fastify's own would hold the address.
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_MS,
    return503OnClosing: false,
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
  })
    .setValidatorCompiler(TypeBoxValidatorCompiler)
    .withTypeProvider<TypeBoxTypeProvider>();
}
