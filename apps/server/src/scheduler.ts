import { apiKeyRoutes } from './modules/api-keys/routes.ts';
import { apiKeys } from './modules/api-keys/service.ts';
import { assignments } from './modules/assignments/service.ts';
import { boardRoutes } from './modules/board/routes.ts';
import { calendarFeedRoutes } from './modules/calendar-feeds/routes.ts';
import { calendarFeeds } from './modules/calendar-feeds/service.ts';
import { calendarRoutes } from './modules/calendars/routes.ts';
import { slotRoutes } from './modules/slots/routes.ts';
import { cancellationRoutes } from './modules/cancellations/routes.ts';
import { changes } from './modules/changes/routes.ts';
import { contactRoutes } from './modules/contacts/routes.ts';
import { contacts } from './modules/contacts/service.ts';
import { comparisonRoutes } from './modules/comparisons/routes.ts';
import { customerMessages } from './modules/customer-messages/service.ts';
import { customerRoutes } from './modules/customers/routes.ts';
import { customers } from './modules/customers/service.ts';
import { daySheetRoutes } from './modules/day-sheets/routes.ts';
import { dispatchRoutes } from './modules/dispatch/routes.ts';
import { duplicateRoutes } from './modules/duplicates/routes.ts';
import { exports } from './modules/exports/routes.ts';
import { erasureRoutes } from './modules/erasure/routes.ts';
import { fieldRecordRoutes } from './modules/field-records/routes.ts';
import { fieldRecords } from './modules/field-records/service.ts';
import { fileRoutes } from './modules/files/routes.ts';
import { files } from './modules/files/service.ts';
import { holidayRoutes } from './modules/holidays/routes.ts';
import { imports } from './modules/imports/routes.ts';
import { jobTypeRoutes } from './modules/job-types/routes.ts';
import { jobTypes } from './modules/job-types/service.ts';
import { jobRoutes } from './modules/jobs/routes.ts';
import { jobs } from './modules/jobs/service.ts';
import { licenceRoutes } from './modules/licences/routes.ts';
import { subscriptions } from './modules/licences/service.ts';
import { myHourRoutes } from './modules/my-hours/routes.ts';
import { myVisitRoutes } from './modules/my-visits/routes.ts';
import { planRunRoutes } from './modules/plan-runs/routes.ts';
import { presenceRoutes } from './modules/presence/routes.ts';
import { progressRoutes } from './modules/progress/routes.ts';
import { proposalRoutes } from './modules/proposals/routes.ts';
import { reasonRoutes } from './modules/reasons/routes.ts';
import { remedyRoutes } from './modules/remedies/routes.ts';
import { reportMailRoutes } from './modules/report-mails/routes.ts';
import { reportMails } from './modules/report-mails/service.ts';
import { reportRoutes } from './modules/reports/routes.ts';
import { roadRoutes } from './modules/roads/routes.ts';
import { sampleRoutes } from './modules/samples/routes.ts';
import { scenarioRoutes } from './modules/scenarios/routes.ts';
import { scenarios } from './modules/scenarios/service.ts';
import { schedulingRoutes } from './modules/scheduling/routes.ts';
import { search } from './modules/search/routes.ts';
import { settingRoutes } from './modules/settings/routes.ts';
import { accounts as businesses } from './modules/settings/service.ts';
import { siteRoutes } from './modules/sites/routes.ts';
import { sites } from './modules/sites/service.ts';
import { skillRoutes } from './modules/skills/routes.ts';
import { skills } from './modules/skills/service.ts';
import { suburbRoutes } from './modules/suburbs/routes.ts';
import { takeOverRoutes } from './modules/take-overs/routes.ts';
import { teamRoutes } from './modules/team/routes.ts';
import { teamInvitations } from './modules/team/service.ts';
import { technicianRoutes } from './modules/technicians/routes.ts';
import { absences, technicians, tickets } from './modules/technicians/service.ts';
import { users } from './modules/users/service.ts';
import { uploadRoutes } from './modules/uploads/routes.ts';
import { visitRoutes } from './modules/visits/routes.ts';
import { visits } from './modules/visits/service.ts';
import { webhookRoutes } from './modules/webhooks/routes.ts';
import { webhooks } from './modules/webhooks/service.ts';
import type { AnyTable } from './platform/changes/tracked.ts';
import type { Module } from './platform/deps.ts';

/** Everything behind the sign-in of a business. */
export const schedulerModules: readonly Module[] = [
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
  sampleRoutes,
  licenceRoutes,
  teamRoutes,
  jobTypeRoutes,
  jobRoutes,
  visitRoutes,
  schedulingRoutes,
  cancellationRoutes,
  dispatchRoutes,
  progressRoutes,
  boardRoutes,
  presenceRoutes,
  daySheetRoutes,
  roadRoutes,
  slotRoutes,
  planRunRoutes,
  proposalRoutes,
  remedyRoutes,
  reasonRoutes,
  scenarioRoutes,
  takeOverRoutes,
  comparisonRoutes,
  myVisitRoutes,
  myHourRoutes,
  fieldRecordRoutes,
  reportRoutes,
  reportMailRoutes,
  fileRoutes,
  uploadRoutes,
  apiKeyRoutes,
  webhookRoutes,
  calendarFeedRoutes,
  calendarRoutes,
  imports,
  exports,
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
  teamInvitations,
  jobTypes,
  visits,
  customerMessages,
  assignments,
  jobs,
  apiKeys,
  webhooks,
  calendarFeeds,
  files,
  fieldRecords,
  reportMails,
  scenarios,
].map((table) => table as unknown as AnyTable);
