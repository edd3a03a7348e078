import { lazyRouteComponent } from '@tanstack/react-router';
import { explain } from './explain.ts';

export const StartPage = lazyRouteComponent(() => import('./pages/start.tsx').catch(explain), 'StartPage');
export const OwnCalendarPage = lazyRouteComponent(
  () => import('./pages/own-calendar.tsx').catch(explain),
  'OwnCalendarPage',
);
export const TeamPage = lazyRouteComponent(() => import('./pages/team.tsx').catch(explain), 'TeamPage');
export const LicencesPage = lazyRouteComponent(
  () => import('./pages/licences.tsx').catch(explain),
  'LicencesPage',
);
export const BusinessSettingsPage = lazyRouteComponent(
  () => import('./pages/settings-business.tsx').catch(explain),
  'BusinessSettingsPage',
);
export const PlanningSettingsPage = lazyRouteComponent(
  () => import('./pages/settings-planning.tsx').catch(explain),
  'PlanningSettingsPage',
);
export const JobTypeSettingsPage = lazyRouteComponent(
  () => import('./pages/settings-job-types.tsx').catch(explain),
  'JobTypeSettingsPage',
);
export const SkillSettingsPage = lazyRouteComponent(
  () => import('./pages/settings-skills.tsx').catch(explain),
  'SkillSettingsPage',
);
export const IntegrationSettingsPage = lazyRouteComponent(
  () => import('./pages/settings-integrations.tsx').catch(explain),
  'IntegrationSettingsPage',
);
export const CalendarSettingsPage = lazyRouteComponent(
  () => import('./pages/settings-calendar.tsx').catch(explain),
  'CalendarSettingsPage',
);
export const PrintDayPage = lazyRouteComponent(
  () => import('./pages/print-day.tsx').catch(explain),
  'PrintDayPage',
);
export const ReportPage = lazyRouteComponent(() => import('./pages/report.tsx').catch(explain), 'ReportPage');
export const MapPage = lazyRouteComponent(() => import('./pages/map.tsx').catch(explain), 'MapPage');
export const ScenariosPage = lazyRouteComponent(
  () => import('./pages/scenarios.tsx').catch(explain),
  'ScenariosPage',
);
export const ScenarioPage = lazyRouteComponent(
  () => import('./pages/scenario.tsx').catch(explain),
  'ScenarioPage',
);
export const ComparePage = lazyRouteComponent(
  () => import('./pages/compare.tsx').catch(explain),
  'ComparePage',
);
export const InboxPage = lazyRouteComponent(() => import('./pages/inbox.tsx').catch(explain), 'InboxPage');
export const SecurityPage = lazyRouteComponent(
  () => import('./pages/security.tsx').catch(explain),
  'SecurityPage',
);
export const TechniciansPage = lazyRouteComponent(
  () => import('./pages/technicians.tsx').catch(explain),
  'TechniciansPage',
);
export const TechnicianPage = lazyRouteComponent(
  () => import('./pages/technician.tsx').catch(explain),
  'TechnicianPage',
);
export const NewTechnicianPage = lazyRouteComponent(
  () => import('./pages/technician-new.tsx').catch(explain),
  'NewTechnicianPage',
);
export const CustomersPage = lazyRouteComponent(
  () => import('./pages/customers.tsx').catch(explain),
  'CustomersPage',
);
export const CustomerPage = lazyRouteComponent(
  () => import('./pages/customer.tsx').catch(explain),
  'CustomerPage',
);
export const NewCustomerPage = lazyRouteComponent(
  () => import('./pages/customer-new.tsx').catch(explain),
  'NewCustomerPage',
);
export const JobsPage = lazyRouteComponent(() => import('./pages/jobs.tsx').catch(explain), 'JobsPage');
export const JobPage = lazyRouteComponent(() => import('./pages/job.tsx').catch(explain), 'JobPage');
export const NewJobPage = lazyRouteComponent(
  () => import('./pages/job-new.tsx').catch(explain),
  'NewJobPage',
);
export const ImportPage = lazyRouteComponent(() => import('./pages/import.tsx').catch(explain), 'ImportPage');
export const HistoryPage = lazyRouteComponent(
  () => import('./pages/history.tsx').catch(explain),
  'HistoryPage',
);
export const OfficePage = lazyRouteComponent(
  () => import('./pages/office-pipeline.tsx').catch(explain),
  'OfficePage',
);
export const EnquiryPage = lazyRouteComponent(
  () => import('./pages/office-enquiry.tsx').catch(explain),
  'EnquiryPage',
);
