import { fastifyCookie } from '@fastify/cookie';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import { fastify, LogController } from 'fastify';
import { undoTasks } from './modules/basics/changes/tasks.ts';
import { mails } from './modules/basics/mails/routes.ts';
import { forgetMails, MAIL, MAIL_WITH_REPORT } from './modules/basics/mails/service.ts';
import { mailTask } from './modules/basics/mails/tasks.ts';
import { inboxTexts, optOutRoutes } from './modules/basics/texts/routes.ts';
import { forgetKeptTexts } from './modules/basics/texts/service.ts';
import { textTasks } from './modules/basics/texts/tasks.ts';
import { deleteOldCalls } from './modules/calls/calls/service.ts';
import { live } from './modules/dispatch/live/routes.ts';
import { FILE_RECEIVED, FILM_ASKED, logoOf, PIECES_FREED } from './modules/field/files/service.ts';
import { fileTasks } from './modules/field/files/tasks.ts';
import { forgetFilmLinks } from './modules/field/film-links/service.ts';
import { filmTasks } from './modules/field/films/tasks.ts';
import { drawMailed } from './modules/field/report-mails/service.ts';
import { REPORT_ASKED } from './modules/field/reports/service.ts';
import { reportTasks } from './modules/field/reports/tasks.ts';
import { FILES_SWEPT, sweepTasks } from './modules/field/uploads/tasks.ts';
import { accounts } from './modules/identity/accounts/routes.ts';
import { businessOf } from './modules/identity/accounts/service.ts';
import { billingRoutes } from './modules/identity/billing/routes.ts';
import { BILLING_DUE, BILLING_SETTLED } from './modules/identity/billing/service.ts';
import { invitations } from './modules/identity/invitations/routes.ts';
import { forgetLinks } from './modules/identity/links/service.ts';
import { passwords } from './modules/identity/passwords/routes.ts';
import { plans } from './modules/identity/plans/routes.ts';
import { registrations } from './modules/identity/registrations/routes.ts';
import { forgetRegistrations } from './modules/identity/registrations/service.ts';
import { sessions } from './modules/identity/sessions/routes.ts';
import { forgetDevices } from './modules/identity/sessions/service.ts';
import { subscribingRoutes } from './modules/identity/subscribing/routes.ts';
import { billingTasks } from './modules/identity/subscribing/tasks.ts';
import { REMINDERS_DUE } from './modules/messages/customer-messages/service.ts';
import { customerTask } from './modules/messages/customer-messages/tasks.ts';
import { drawMailedPaper, LETTERS_FOLLOWED } from './modules/messages/invoice-letters/service.ts';
import { PAYMENT_REMINDERS_DUE } from './modules/messages/payment-reminders/service.ts';
import { invoiceLetterTasks } from './modules/messages/invoice-letters/tasks.ts';
import { paymentReminderTasks } from './modules/messages/payment-reminders/tasks.ts';
import { forgetVisitLinks } from './modules/messages/visit-links/service.ts';
import { PHONE_ALERT } from './modules/messages/phone-alerts/service.ts';
import { phoneAlertTasks } from './modules/messages/phone-alerts/tasks.ts';
import { WEBHOOK } from './modules/messages/webhooks/service.ts';
import { webhookTasks } from './modules/messages/webhooks/tasks.ts';
import { readBalance } from './modules/money/card-balance/service.ts';
import { CARD_REFUND } from './modules/money/card-refunds/service.ts';
import { cardRefundTasks, hearRefunds } from './modules/money/card-refunds/tasks.ts';
import { CARD_TURNS_LOST, cardPaymentTasks } from './modules/money/card-payments/tasks.ts';
import { CARD_TURN } from './modules/money/card-services/service.ts';
import { ERASURE } from './modules/privacy/erasure/service.ts';
import { erasureTasks } from './modules/privacy/erasure/tasks.ts';
import { enquiries } from './modules/sales/enquiries/routes.ts';
import { office } from './modules/sales/office/routes.ts';
import { BOOKS_ASKED, BOOKS_CHECKED } from './modules/money/accounting/service.ts';
import { booksTasks } from './modules/money/accounting/tasks.ts';
import { importTasks } from './modules/work/imports/tasks.ts';
import type { App, Deps, Module, Platform } from './platform/deps.ts';
import type { Answerer } from './platform/http/answers/errors.ts';
import { createAnswerer, refuseBadConnection, Failure } from './platform/http/answers/errors.ts';
import { documentApi } from './platform/http/answers/openapi.ts';
import { trustedProxies } from './platform/http/edge/client-network.ts';
import { limitConcurrency } from './platform/http/edge/concurrency-limit.ts';
import { watchEdges, requestIds, closeWithGrace } from './platform/http/edge/edge.ts';
import { guardRoutes } from './platform/http/edge/gate.ts';
import { reportHealth } from './platform/http/edge/health.ts';
import { keepPrivate } from './platform/http/edge/private-door.ts';
import { dataHeaders } from './platform/http/edge/security-headers.ts';
import { watchStalls } from './platform/http/edge/stalls.ts';
import { takeJsonAlone } from './platform/http/requests/json-body.ts';
import { ANNOUNCED } from './platform/live/event-log.ts';
import { createEventStreams } from './platform/live/event-stream.ts';
import { createLooks } from './platform/live/board-reads.ts';
import { createPresence } from './platform/live/presence.ts';
import { servePages } from './platform/site/pages.ts';
import { serveReference } from './platform/site/reference-page.ts';
import { CLEANED, cleaningTask } from './platform/tasks/cleaning.ts';
import type { Task } from './platform/tasks/queue.ts';
import { importers, schedulerModules, startServices, trackedTables } from './scheduler.ts';

const tables = new Map(trackedTables.map((table) => [table.name, table]));
const mailSources = { businessOf, drawReport: drawMailed, drawPaper: drawMailedPaper, logoOf };

/** What is there beside what a business has: how to get in, sales, mails and the live stream. */
const otherModules: readonly Module[] = [
  registrations,
  accounts,
  sessions,
  passwords,
  plans,
  billingRoutes,
  subscribingRoutes,
  enquiries,
  office,
  invitations,
  mails(mailSources),
  inboxTexts,
  optOutRoutes,
  live,
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

/** Builds the whole application from the given parts, or one with the given modules alone. Closing it does not close those parts. */
export function buildApp(deps: Deps, given?: readonly Module[]): App {
  const answer = createAnswerer(deps);
  const app = createServer(deps, answer);
  const streams = createEventStreams(dataHeaders(deps.settings), deps.log);
  const presence = createPresence(deps);
  const platform: Platform = { ...deps, streams, presence, looks: createLooks(), tables };

  app.register(fastifyCookie);
  takeJsonAlone(app);
  documentApi(app, deps.settings);
  watchEdges(app, deps);
  watchStalls(app, deps);
  keepPrivate(app, deps.settings);
  limitConcurrency(app);
  guardRoutes(app, deps);
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) => answer(new Failure('notFound'), request, reply));
  closeWithGrace(app, streams);
  const stopHearing = deps.live.onSessionEnd((session) => streams.closeOf(session));
  app.addHook('onClose', async () => {
    stopHearing();
    presence.close();
  });
  // In a plugin, so that the documentation is loaded before the routes are added.
  app.register(async (app) => {
    const modules = given ?? [...otherModules, ...schedulerModules(startServices(app, platform))];
    for (const module of [...modules, reportHealth, serveReference, servePages]) module(app, platform);
  });
  return app;
}

/** What the queue runs in the background, by topic of the outbox. */
export function buildTasks(deps: Deps): Readonly<Record<string, Task>> {
  const mail = mailTask(deps, mailSources);
  return {
    [MAIL]: mail,
    [MAIL_WITH_REPORT]: mail,
    ...billingTasks(deps),
    ...textTasks(deps),
    ...customerTask(deps),
    ...invoiceLetterTasks(deps),
    ...paymentReminderTasks(deps),
    ...cardPaymentTasks(deps, { hearers: [hearRefunds(deps)], readBalance }),
    ...cardRefundTasks(deps),
    ...webhookTasks(deps),
    ...booksTasks(deps),
    ...phoneAlertTasks(deps),
    ...fileTasks(deps),
    ...filmTasks(deps),
    ...reportTasks(deps),
    ...sweepTasks(deps),
    ...cleaningTask(deps, [
      forgetRegistrations,
      forgetLinks,
      forgetMails,
      forgetKeptTexts,
      forgetDevices,
      forgetVisitLinks,
      deleteOldCalls,
      forgetFilmLinks,
    ]),
    ...importTasks(deps, importers),
    ...erasureTasks(deps),
    ...undoTasks(deps, tables),
  };
}

/** What the queue does of a read-only account too: what has happened is told and kept. Everything else waits until it is paid. */
export const whenReadOnly: ReadonlySet<string> = new Set([
  BILLING_SETTLED,
  CARD_TURN,
  CARD_REFUND,
  MAIL,
  MAIL_WITH_REPORT,
  LETTERS_FOLLOWED,
  ANNOUNCED,
  WEBHOOK,
  PHONE_ALERT,
  FILE_RECEIVED,
  FILM_ASKED,
  PIECES_FREED,
  REPORT_ASKED,
  ERASURE,
]);

/** What the queue does again and again, by one process at a time: when, in the form of cron, by topic. */
export const schedules: Readonly<Record<string, string>> = {
  [CLEANED]: '17 * * * *',
  [FILES_SWEPT]: '*/10 * * * *',
  [REMINDERS_DUE]: '*/10 * * * *',
  [PAYMENT_REMINDERS_DUE]: '*/30 * * * *',
  [BILLING_DUE]: '*/5 * * * *',
  [BOOKS_ASKED]: '*/5 * * * *',
  // In the small hours of Australia.
  [BOOKS_CHECKED]: '43 16 * * *',
  [CARD_TURNS_LOST]: '*/15 * * * *',
};

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
    schemaController: { compilersFactory: { buildSerializer: serializersWhenAsked } },
  })
    .setValidatorCompiler(TypeBoxValidatorCompiler)
    .withTypeProvider<TypeBoxTypeProvider>();
}

const serializers = SerializerSelector();

/** Compiles what writes an answer when the first one is written: for all routes together that takes half as long as the rest of a start. */
function serializersWhenAsked(...parts: Parameters<typeof serializers>): ReturnType<typeof serializers> {
  const compile = serializers(...parts);
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (answer) => (serialize ??= compile(route))(answer);
  };
}
