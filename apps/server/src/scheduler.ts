import { accountingServiceRoutes } from './modules/money/accounting-services/routes.ts';
import { accountingServices, booksTurned } from './modules/money/accounting-services/service.ts';
import { apiKeyRoutes } from './modules/identity/api-keys/routes.ts';
import { apiKeys } from './modules/identity/api-keys/service.ts';
import { assignments, checkBookings, techniciansRebooked } from './modules/work/assignments/service.ts';
import { bankDetailRoutes } from './modules/money/bank-details/routes.ts';
import { bankDetails } from './modules/money/bank-details/service.ts';
import { besideEntries } from './platform/changes/contents.ts';
import { boardRoutes } from './modules/dispatch/board/routes.ts';
import { placesOfJobs, refuseBookings, refuseStanding } from './modules/dispatch/board/service.ts';
import { accountLetterRoutes } from './modules/messages/account-letters/routes.ts';
import { thankForCard } from './modules/messages/account-letters/service.ts';
import { cardBalanceRoutes } from './modules/money/card-balance/routes.ts';
import { cardMovements, cardPayouts } from './modules/money/card-balance/service.ts';
import { cardRefundRoutes } from './modules/money/card-refunds/routes.ts';
import { cardDisputes, cardRefunds } from './modules/money/card-refunds/service.ts';
import { cardPaymentRoutes } from './modules/money/card-payments/routes.ts';
import { cardPayments, endAll, followOwed, paidByCard } from './modules/money/card-payments/service.ts';
import { cardServiceRoutes } from './modules/money/card-services/routes.ts';
import { cardServices, sessionsEnd } from './modules/money/card-services/service.ts';
import { calendarFeedRoutes } from './modules/messages/calendar-feeds/routes.ts';
import { calendarFeeds, endFeedsOf } from './modules/messages/calendar-feeds/service.ts';
import { calendarRoutes } from './modules/messages/calendars/routes.ts';
import { slotRoutes } from './modules/dispatch/slots/routes.ts';
import { cancellationRoutes } from './modules/dispatch/cancellations/routes.ts';
import { textServices } from './modules/basics/text-services/service.ts';
import { startCallLines } from './modules/calls/call-lines/tasks.ts';
import { startTextLines } from './modules/basics/text-services/tasks.ts';
import { textRoutes } from './modules/basics/texts/routes.ts';
import { textSettings } from './modules/basics/texts/service.ts';
import { callRoutes } from './modules/calls/calls/routes.ts';
import { campaignRoutes } from './modules/calls/campaigns/routes.ts';
import { campaigns } from './modules/calls/campaigns/service.ts';
import { callSettings, lastMessageOf, settledCalls } from './modules/calls/calls/service.ts';
import { callServiceRoutes } from './modules/calls/call-services/routes.ts';
import { callServices } from './modules/calls/call-services/service.ts';
import { changes } from './modules/basics/changes/routes.ts';
import { hourRoutes } from './modules/field/hours/routes.ts';
import { completedVisitRoutes } from './modules/field/completed-visits/routes.ts';
import { connectionRoutes } from './modules/messages/connections/routes.ts';
import { contactRoutes } from './modules/work/contacts/routes.ts';
import { contacts } from './modules/work/contacts/service.ts';
import { comparisonRoutes } from './modules/planning/comparisons/routes.ts';
import { customerMessageRoutes } from './modules/messages/customer-messages/routes.ts';
import {
  customerMessages,
  tellCustomersLater,
  listUnwritten,
} from './modules/messages/customer-messages/service.ts';
import { listWrittenTo } from './modules/messages/customer-messages/store.ts';
import { aboutToBeWrittenTo, writtenTo } from './platform/changes/undo.ts';
import { customerRoutes } from './modules/work/customers/routes.ts';
import { customers } from './modules/work/customers/service.ts';
import { daySheetRoutes } from './modules/dispatch/day-sheets/routes.ts';
import { dispatchPreviewRoutes } from './modules/messages/dispatch-previews/routes.ts';
import { dispatchRoutes } from './modules/dispatch/dispatches/routes.ts';
import { duplicateRoutes } from './modules/work/duplicates/routes.ts';
import { exports } from './modules/work/exports/routes.ts';
import { erasureRoutes } from './modules/privacy/erasure/routes.ts';
import { fieldRecordRoutes } from './modules/field/field-records/routes.ts';
import { fieldRecords } from './modules/field/field-records/service.ts';
import { taps } from './modules/field/progress/service.ts';
import { followUpRoutes } from './modules/work/follow-ups/routes.ts';
import { followUps } from './modules/work/follow-ups/service.ts';
import { fileRoutes } from './modules/field/files/routes.ts';
import { chooseLogo, files, moveFiles } from './modules/field/files/service.ts';
import { filmRoutes } from './modules/field/films/routes.ts';
import { films } from './modules/field/films/service.ts';
import { filmLinkRoutes } from './modules/field/film-links/routes.ts';
import { filmLinks } from './modules/field/film-links/service.ts';
import { intakeRoutes } from './modules/dispatch/intake/routes.ts';
import { holidayRoutes } from './modules/work/holidays/routes.ts';
import { customerImporter } from './modules/work/customer-imports/service.ts';
import { importRoutes } from './modules/work/imports/routes.ts';
import { jobImporter } from './modules/work/job-imports/service.ts';
import { customerTermRoutes } from './modules/money/customer-terms/routes.ts';
import { customerPrices, customerTerms, mergeTerms } from './modules/money/customer-terms/service.ts';
import { labourRateRoutes } from './modules/money/labour-rates/routes.ts';
import { labourRates } from './modules/money/labour-rates/service.ts';
import { itemImporter } from './modules/money/item-imports/service.ts';
import { accountingRoutes } from './modules/money/accounting/routes.ts';
import { followMoney, lookForMissing } from './modules/money/accounting/service.ts';
import { bookkeepingRoutes } from './modules/money/bookkeeping/routes.ts';
import { eInvoiceRoutes } from './modules/money/e-invoices/routes.ts';
import { itemRoutes } from './modules/money/items/routes.ts';
import { items } from './modules/money/items/service.ts';
import { invoicePaperRoutes } from './modules/money/invoice-papers/routes.ts';
import { billableWorkRoutes } from './modules/money/billable-work/routes.ts';
import { leftOutVisits } from './modules/money/billable-work/service.ts';
import { invoiceRoutes } from './modules/money/invoices/routes.ts';
import {
  allocations,
  followRegistration,
  invoices,
  moveInvoices,
  moneyMoved,
  owedChanged,
  paymentsAllocated,
} from './modules/money/invoices/service.ts';
import { statementRoutes } from './modules/money/statements/routes.ts';
import { paymentRoutes } from './modules/money/payments/routes.ts';
import { followAllocations, movePayments, payments } from './modules/money/payments/service.ts';
import { invoiceLetterRoutes } from './modules/messages/invoice-letters/routes.ts';
import { invoiceLetters, moveLetters } from './modules/messages/invoice-letters/service.ts';
import { paymentReminderRoutes } from './modules/messages/payment-reminders/routes.ts';
import { quoteLetterRoutes } from './modules/messages/quote-letters/routes.ts';
import { quotePageRoutes } from './modules/messages/quote-pages/routes.ts';
import { quotePaperRoutes } from './modules/money/quote-papers/routes.ts';
import { quotedWorkRoutes } from './modules/money/quoted-work/routes.ts';
import { quoteRoutes } from './modules/money/quotes/routes.ts';
import { moveQuotes, quoteQuestions, quotes } from './modules/money/quotes/service.ts';
import { reminderStops } from './modules/messages/payment-reminders/service.ts';
import { invoicePageRoutes } from './modules/messages/invoice-pages/routes.ts';
import { moneySettingRoutes } from './modules/money/money-settings/routes.ts';
import { moneySettings, registrationChanged } from './modules/money/money-settings/service.ts';
import { openInvoiceImporter } from './modules/money/open-invoices/service.ts';
import { jobTypeRoutes } from './modules/work/job-types/routes.ts';
import { jobTypes } from './modules/work/job-types/service.ts';
import { jobRoutes } from './modules/work/jobs/routes.ts';
import { checkStanding, jobs } from './modules/work/jobs/service.ts';
import { licenceRoutes } from './modules/identity/licences/routes.ts';
import { subscriptions } from './modules/identity/licences/service.ts';
import { myHourRoutes } from './modules/field/my-hours/routes.ts';
import { shownInvoiceRoutes } from './modules/money/shown-invoices/routes.ts';
import { myVisitRoutes } from './modules/field/my-visits/routes.ts';
import { driveTimes } from './modules/field/my-visits/service.ts';
import { pastVisitRoutes } from './modules/field/past-visits/routes.ts';
import { mergeRoutes } from './modules/work/merges/routes.ts';
import { belongingsMoved } from './modules/work/merges/service.ts';
import { messageListRoutes } from './modules/messages/message-list/routes.ts';
import { lastMessageTo } from './modules/messages/message-list/service.ts';
import { textAnswerRoutes } from './modules/messages/text-answers/routes.ts';
import { textAnswers } from './modules/messages/text-answers/service.ts';
import { phoneAlertRoutes } from './modules/messages/phone-alerts/routes.ts';
import { alertTechniciansLater } from './modules/messages/phone-alerts/service.ts';
import { planRunRoutes } from './modules/planning/plan-runs/routes.ts';
import { type Planner, startPlanner } from './modules/planning/plan-runs/tasks.ts';
import { presenceRoutes } from './modules/dispatch/presence/routes.ts';
import { progressRoutes } from './modules/field/progress/routes.ts';
import { proposalRoutes } from './modules/planning/proposals/routes.ts';
import { reasonRoutes } from './modules/planning/reasons/routes.ts';
import { remedyRoutes } from './modules/planning/remedies/routes.ts';
import { reportChoiceRoutes } from './modules/field/report-choices/routes.ts';
import { reportChoices } from './modules/field/report-choices/service.ts';
import { reportMailRoutes } from './modules/field/report-mails/routes.ts';
import { reportMails } from './modules/field/report-mails/service.ts';
import { reportRoutes } from './modules/field/reports/routes.ts';
import { roadRoutes } from './modules/dispatch/roads/routes.ts';
import { timesOfDrives } from './modules/dispatch/roads/service.ts';
import { type Roads, startRoads } from './modules/dispatch/roads/tasks.ts';
import { sampleRoutes } from './modules/work/samples/routes.ts';
import { scenarioRoutes } from './modules/planning/scenarios/routes.ts';
import { scenarios } from './modules/planning/scenarios/service.ts';
import { schedulingRoutes } from './modules/dispatch/scheduling/routes.ts';
import { search } from './modules/work/search/routes.ts';
import { settingRoutes } from './modules/work/settings/routes.ts';
import { accounts as businesses, logoChosen } from './modules/work/settings/service.ts';
import { siteRoutes } from './modules/work/sites/routes.ts';
import { sites } from './modules/work/sites/service.ts';
import { type Lookups, startLookups } from './modules/work/sites/tasks.ts';
import { skillRoutes } from './modules/work/skills/routes.ts';
import { skills } from './modules/work/skills/service.ts';
import { suburbRoutes } from './modules/work/suburbs/routes.ts';
import { takeOverRoutes } from './modules/planning/take-overs/routes.ts';
import { teamRoutes } from './modules/identity/team/routes.ts';
import * as accounts from './modules/identity/accounts/service.ts';
import * as team from './modules/identity/team/service.ts';
import { technicianImporter } from './modules/work/technician-imports/service.ts';
import { technicianRoutes } from './modules/work/technicians/routes.ts';
import {
  absences,
  setTechnicianUser,
  technicianOf,
  technicians,
  tickets,
} from './modules/work/technicians/service.ts';
import { rightsChanged, users } from './modules/identity/users/service.ts';
import { uploadRoutes } from './modules/field/uploads/routes.ts';
import { followCustomers } from './modules/work/visit-states/service.ts';
import { visitLinkRoutes } from './modules/messages/visit-links/routes.ts';
import { visitLinks } from './modules/messages/visit-links/service.ts';
import { visitPageRoutes } from './modules/messages/visit-pages/routes.ts';
import { untoldRoutes } from './modules/messages/untold/routes.ts';
import { visitRequestRoutes } from './modules/messages/visit-requests/routes.ts';
import { visitRequests, voidConfirmations } from './modules/messages/visit-requests/service.ts';
import { visitRoutes } from './modules/work/visits/routes.ts';
import { visits } from './modules/work/visits/service.ts';
import { webhookRoutes } from './modules/messages/webhooks/routes.ts';
import { webhooks } from './modules/messages/webhooks/service.ts';
import type { AnyTable } from './platform/changes/tracked.ts';
import type { App, Module, Platform } from './platform/deps.ts';
import { enquiries, enquiryNotes } from './modules/sales/enquiries/service.ts';
import { fillReckonings, getThreadsReady } from './platform/threads.ts';
import { reckonings } from './reckoning.ts';

/** What works in the background for every business, beside the queue, for as long as the application is open. */
interface Services {
  readonly planner: Planner;
  readonly roads: Roads;
  readonly lookups: Lookups;
}

export function startServices(app: App, platform: Platform): Services {
  const [planner, roads] = [startPlanner(platform), startRoads(platform)];
  const lookups = startLookups(platform);
  const [texts, callLines] = [startTextLines(platform), startCallLines(platform)];
  // Tests that only inject requests never listen, and start no threads for what is small.
  app.addHook('onListen', async () => getThreadsReady());
  app.addHook('onClose', () => roads.close());
  app.addHook('onClose', () => lookups.close());
  app.addHook('onClose', () => texts.close());
  app.addHook('onClose', () => callLines.close());
  app.addHook('onClose', () => planner.close());
  return { planner, roads, lookups };
}

/** What takes in tables of which records. */
export const importers = [
  technicianImporter,
  customerImporter,
  jobImporter,
  itemImporter,
  openInvoiceImporter,
];

/** Everything behind the sign-in of a business. */
export const schedulerModules = ({ planner, roads, lookups }: Services): readonly Module[] => [
  changes,
  skillRoutes,
  technicianRoutes,
  holidayRoutes,
  suburbRoutes,
  customerRoutes,
  duplicateRoutes,
  mergeRoutes,
  contactRoutes,
  (app, platform) => siteRoutes(app, platform, lookups),
  settingRoutes,
  sampleRoutes,
  licenceRoutes,
  teamRoutes,
  jobTypeRoutes,
  itemRoutes,
  customerTermRoutes,
  labourRateRoutes,
  bankDetailRoutes,
  moneySettingRoutes,
  billableWorkRoutes,
  invoiceRoutes,
  invoicePaperRoutes,
  eInvoiceRoutes,
  paymentRoutes,
  cardServiceRoutes,
  cardPaymentRoutes,
  cardRefundRoutes,
  cardBalanceRoutes,
  invoiceLetterRoutes,
  invoicePageRoutes,
  paymentReminderRoutes,
  accountLetterRoutes,
  quoteRoutes,
  quotePaperRoutes,
  quotedWorkRoutes,
  quoteLetterRoutes,
  quotePageRoutes,
  statementRoutes,
  bookkeepingRoutes,
  accountingRoutes,
  accountingServiceRoutes,
  jobRoutes,
  visitRoutes,
  followUpRoutes,
  schedulingRoutes,
  intakeRoutes,
  cancellationRoutes,
  dispatchRoutes,
  dispatchPreviewRoutes,
  customerMessageRoutes,
  untoldRoutes,
  messageListRoutes,
  textAnswerRoutes,
  progressRoutes,
  pastVisitRoutes,
  boardRoutes,
  presenceRoutes,
  daySheetRoutes,
  (app, platform) => roadRoutes(app, platform, roads),
  slotRoutes,
  (app, platform) => planRunRoutes(app, platform, planner),
  proposalRoutes,
  remedyRoutes,
  reasonRoutes,
  scenarioRoutes,
  takeOverRoutes,
  comparisonRoutes,
  myVisitRoutes,
  shownInvoiceRoutes,
  myHourRoutes,
  fieldRecordRoutes,
  reportRoutes,
  reportChoiceRoutes,
  reportMailRoutes,
  fileRoutes,
  filmRoutes,
  filmLinkRoutes,
  uploadRoutes,
  apiKeyRoutes,
  connectionRoutes,
  callServiceRoutes,
  callRoutes,
  campaignRoutes,
  textRoutes,
  webhookRoutes,
  phoneAlertRoutes,
  calendarFeedRoutes,
  calendarRoutes,
  visitLinkRoutes,
  visitPageRoutes,
  visitRequestRoutes,
  (app, platform) => importRoutes(app, platform, importers),
  exports,
  completedVisitRoutes,
  hourRoutes,
  search,
  erasureRoutes,
];

/** What each module says of its own tables, for the log that all of them write; in the order in which commands hold their rows. */
export const trackedTables: readonly AnyTable[] = [
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
  team.teamInvitations,
  jobTypes,
  items,
  customerTerms,
  customerPrices,
  labourRates,
  bankDetails,
  moneySettings,
  quotes,
  quoteQuestions,
  invoices,
  leftOutVisits,
  payments,
  allocations,
  invoiceLetters,
  reminderStops,
  visits,
  customerMessages,
  textAnswers,
  assignments,
  jobs,
  apiKeys,
  webhooks,
  textSettings,
  textServices,
  callServices,
  campaigns,
  callSettings,
  settledCalls,
  accountingServices,
  calendarFeeds,
  visitLinks,
  visitRequests,
  files,
  films,
  filmLinks,
  fieldRecords,
  taps,
  reportChoices,
  followUps,
  reportMails,
  cardServices,
  cardPayments,
  cardRefunds,
  cardDisputes,
  cardPayouts,
  cardMovements,
  scenarios,
  enquiries,
  enquiryNotes,
].map((table) => table as unknown as AnyTable);

// What nouns ask of those in districts above them.
checkBookings.fill(refuseBookings);
fillReckonings({ reckonings, file: new URL('./reckoning.ts', import.meta.url) });
besideEntries.fill(placesOfJobs);
checkStanding.fill(refuseStanding);
driveTimes.fill(timesOfDrives);
followCustomers.fill(async (write, present, gone, withdrawn) => {
  await voidConfirmations(write, present);
  await tellCustomersLater(write, present, gone, withdrawn);
});
techniciansRebooked.fill(alertTechniciansLater);
belongingsMoved.fill(async (write, from) => {
  await moveFiles(write, from);
  await mergeTerms(write, from.customers);
  await moveQuotes(write, from.customers);
  await moveInvoices(write, from.customers);
  await movePayments(write, from.customers);
  await moveLetters(write, from.customers);
});
paymentsAllocated.fill(followAllocations);
moneyMoved.fill(followMoney);
booksTurned.fill(lookForMissing);
owedChanged.fill(followOwed);
sessionsEnd.fill(endAll);
paidByCard.fill(thankForCard);
registrationChanged.fill(followRegistration);
logoChosen.fill(chooseLogo);
writtenTo.fill(listWrittenTo);
aboutToBeWrittenTo.fill(listUnwritten);
rightsChanged.fill(endFeedsOf);
lastMessageOf.fill(lastMessageTo);
accounts.technicianOf.fill(technicianOf);
team.setTechnicianUser.fill(setTechnicianUser);
