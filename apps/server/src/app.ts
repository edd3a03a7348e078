import { fastifyCookie } from '@fastify/cookie';
import { fastify, type FastifyBaseLogger, LogController } from 'fastify';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import { changes } from './modules/changes/routes.ts';
import { contactRoutes } from './modules/contacts/routes.ts';
import { contacts } from './modules/contacts/service.ts';
import { customerRoutes } from './modules/customers/routes.ts';
import { customers } from './modules/customers/service.ts';
import { duplicateRoutes } from './modules/duplicates/routes.ts';
import { siteRoutes } from './modules/sites/routes.ts';
import { sites } from './modules/sites/service.ts';
import { licenceRoutes } from './modules/licences/routes.ts';
import { subscriptions } from './modules/licences/service.ts';
import { settingRoutes } from './modules/settings/routes.ts';
import { accounts as businesses } from './modules/settings/service.ts';
import { teamRoutes } from './modules/team/routes.ts';
import { teamInvitations } from './modules/team/service.ts';
import { users } from './modules/users/service.ts';
import { erasureRoutes } from './modules/erasure/routes.ts';
import { holidayRoutes } from './modules/holidays/routes.ts';
import { suburbRoutes } from './modules/suburbs/routes.ts';
import { skills } from './modules/skills/service.ts';
import { skillRoutes } from './modules/skills/routes.ts';
import { absences, technicians, tickets } from './modules/technicians/service.ts';
import { technicianRoutes } from './modules/technicians/routes.ts';
import { accounts } from './modules/accounts/routes.ts';
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
import { startCleaning } from './platform/tasks/cleaning.ts';
import type { AnyTable } from './platform/changes/tracked.ts';
import type { App, Deps, Module, Platform } from './platform/deps.ts';
import { createEventStreams } from './platform/live/event-stream.ts';
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
  changes,
  skillRoutes,
  technicianRoutes,
  holidayRoutes,
  suburbRoutes,
  customerRoutes,
  duplicateRoutes,
  contactRoutes,
  siteRoutes,
  settingRoutes,
  licenceRoutes,
  teamRoutes,
  erasureRoutes,
];

/** What each module says of its own tables, for the log that all of them write. */
const trackedTables: readonly AnyTable[] = [
  skills,
  technicians,
  tickets,
  absences,
  customers,
  contacts,
  sites,
  businesses,
  subscriptions,
  users,
  teamInvitations,
].map((table) => table as unknown as AnyTable);

/** A client that takes longer to send its request is let go; how often that is looked at. */
const REQUEST_MS = 20_000;
const HEADERS_MS = 10_000;
const LOOK_MS = 1_000;
/** A connection over which nothing comes or goes is let go: longer than the pause between two beats of an event stream. */
const IDLE_MS = 65_000;
/** A handler gets this long; the database's own limit on statements is shorter, so this is the last resort. */
const HANDLER_MS = 30_000;
const LONGEST_PARAMETER = 200;

/** The whole application over the given parts; it owns none of them and closes none of them. */
export function buildApp(deps: Deps, modules: readonly Module[] = allModules): App {
  const answer = createAnswerer(deps);
  const app = createServer(deps, answer);
  const streams = createEventStreams(dataHeaders(deps.settings), deps.log);
  const tables = new Map(trackedTables.map((table) => [table.name, table]));
  const platform: Platform = { ...deps, streams, tables };
  const stopCleaning = startCleaning(deps, [forgetRegistrations, forgetLinks, forgetMails, forgetDevices]);

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
  });
  // After the documentation is ready to hear of routes.
  app.register(async (app) => {
    for (const module of [...modules, reportHealth, serveReference, servePages]) module(app, platform);
  });
  return app;
}

/** What the queue runs in the background, by topic of the outbox. */
export function buildTasks(deps: Deps): Readonly<Record<string, Task>> {
  return { mail: mailTask(deps) };
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
    // One line per request is ours to write, without its address: see watchEdges.
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_MS,
    return503OnClosing: false,
    trustProxy: trustedProxies(settings.TRUST_PROXY),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
  })
    .setValidatorCompiler(TypeBoxValidatorCompiler)
    .withTypeProvider<TypeBoxTypeProvider>();
}
