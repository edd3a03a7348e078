import { fastify, type FastifyBaseLogger, LogController } from 'fastify';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import { accounts } from './modules/accounts/routes.ts';
import { forgetDevices } from './modules/sessions/service.ts';
import { forgetMails } from './modules/messages/service.ts';
import { mailTask } from './modules/messages/tasks.ts';
import { messages } from './modules/messages/routes.ts';
import { changes } from './modules/changes/routes.ts';
import { enquiries } from './modules/enquiries/routes.ts';
import { invitations } from './modules/invitations/routes.ts';
import { forgetInvitations } from './modules/invitations/service.ts';
import { office } from './modules/office/routes.ts';
import { passwords } from './modules/passwords/routes.ts';
import { forgetResets } from './modules/passwords/service.ts';
import { plans } from './modules/plans/routes.ts';
import { registrations } from './modules/registrations/routes.ts';
import { forgetRegistrations } from './modules/registrations/service.ts';
import { sessions } from './modules/sessions/routes.ts';
import { startCleaning } from './platform/cleaning.ts';
import type { App, Deps, Module, Platform } from './platform/deps.ts';
import { createEventStreams } from './platform/event-stream.ts';
import { createEdge } from './platform/edge.ts';
import { type Answerer, createAnswerer, refuseBadConnection } from './platform/failures.ts';
import { Failure } from './platform/errors.ts';
import { guardRoutes } from './platform/gate.ts';
import { createHerald } from './platform/herald.ts';
import { reportHealth } from './platform/health.ts';
import { leaveBodiesToGate } from './platform/hygiene.ts';
import { letGoOfIdle } from './platform/idle.ts';
import { createInFlight } from './platform/in-flight.ts';
import { documentApi } from './platform/openapi.ts';
import { servePages } from './platform/pages.ts';
import type { Task } from './platform/queue.ts';
import { createLimiter } from './platform/rate-limit.ts';
import { serveReference } from './platform/reference-page.ts';
import { requestIds } from './platform/request-id.ts';
import { dataHeaders } from './platform/security-headers.ts';
import { closeWithGrace } from './platform/shutdown.ts';

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
  changes,
];

/** A client that takes longer to send its request is let go. */
const REQUEST_MS = 20_000;
const HEADERS_MS = 10_000;
const LONGEST_PARAMETER = 200;

/** The whole application over the given parts; it owns none of them and closes none of them. */
export function buildApp(deps: Deps, modules: readonly Module[] = allModules): App {
  const inFlight = createInFlight();
  const edge = createEdge(deps, inFlight);
  const answer = createAnswerer(deps.log, edge);
  const app = createServer(deps, answer);
  const streams = createEventStreams(dataHeaders(deps.settings), deps.log);
  const limiter = createLimiter({ db: deps.database.db, now: deps.now });
  const herald = createHerald({ db: deps.database.db, log: deps.log });
  const platform: Platform = { ...deps, herald, limiter, streams };
  const stopCleaning = startCleaning(deps, [
    forgetRegistrations,
    forgetInvitations,
    forgetMails,
    forgetDevices,
    forgetResets,
  ]);

  leaveBodiesToGate(app);
  documentApi(app, deps.settings);
  guardRoutes(app, platform, edge);
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) => answer(new Failure('notFound'), request, reply));
  closeWithGrace(app, streams);
  const idle = letGoOfIdle(app.server);
  app.addHook('onClose', (_, done) => {
    idle.stop();
    inFlight.stop();
    herald.stop();
    stopCleaning();
    done();
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
  // What Fastify itself remarks is for developers; a logger costs it two listeners for each request.
  const remarks = log.isLevelEnabled('debug') ? { childLoggerFactory: () => log, loggerInstance } : {};
  return fastify({
    clientErrorHandler: refuseBadConnection,
    connectionTimeout: 0,
    frameworkErrors: answer,
    genReqId: requestIds(settings.TRUST_PROXY),
    http: { headersTimeout: HEADERS_MS },
    // One line per request is ours to write: see answerLog.
    logController: new LogController({ disableRequestLogging: true }),
    ...remarks,
    requestTimeout: REQUEST_MS,
    return503OnClosing: false,
    routerOptions: { compile: true, maxParamLength: LONGEST_PARAMETER },
  })
    .setValidatorCompiler(TypeBoxValidatorCompiler)
    .withTypeProvider<TypeBoxTypeProvider>();
}
