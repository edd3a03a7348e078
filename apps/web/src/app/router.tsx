import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { sessionQuery } from '../features/accounts/api.ts';
import { readBoardSearch } from '../features/board/model/board-search.ts';
import { readHistorySearch } from '../features/changes/model/history-search.ts';
import { readCustomerSearch } from '../features/customers/model/customer-search.ts';
import { readPrintSearch } from '../features/day-sheets/model/print-search.ts';
import { readJobSearch } from '../features/jobs/model/job-search.ts';
import { readSearch } from '../features/office/model/office-search.ts';
import { readCompareSearch } from '../features/scenarios/model/compare-search.ts';
import { readTechnicianSearch } from '../features/technicians/model/technician-search.ts';
import { checkReachable, isUnauthenticated } from '../lib/api.ts';
import { currentScenario, scenarioIn } from '../lib/scenario.ts';
import { addresses } from './addresses.ts';
import { Office } from './pages/office.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Pending } from './shell/pending.tsx';
import { Shell } from './shell/shell.tsx';
import { ensureTemporal } from './temporal.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    // A page is loaded for one board, the live one or a scenario, and for no other.
    if (scenarioIn(location.pathname) !== currentScenario())
      throw redirect({ href: location.href, reloadDocument: true });
    return { session: await context.queryClient.ensureQueryData(sessionQuery).catch(wait) };
  },
});

/** Without a session the browser is on its way to the login page already: nothing is shown until it leaves. */
async function wait(error: unknown): Promise<never> {
  if (isUnauthenticated(error)) await new Promise(() => {});
  throw error;
}

/** Staff are outside every account, so the pages of an account are not for them. */
const account = createRoute({
  getParentRoute: () => signedIn,
  id: 'account',
  beforeLoad: ({ context }) => {
    if (context.session.user.role === 'staff') throw redirect({ to: addresses.office });
  },
});

const StartPage = lazyRouteComponent(() => import('./pages/start.tsx').catch(explain), 'StartPage');
const MyDayPage = lazyRouteComponent(() => import('./pages/my-day.tsx').catch(explain), 'MyDayPage');
const TeamPage = lazyRouteComponent(() => import('./pages/team.tsx').catch(explain), 'TeamPage');
const LicencesPage = lazyRouteComponent(() => import('./pages/licences.tsx').catch(explain), 'LicencesPage');
const BusinessSettingsPage = lazyRouteComponent(
  () => import('./pages/settings-business.tsx').catch(explain),
  'BusinessSettingsPage',
);
const PlanningSettingsPage = lazyRouteComponent(
  () => import('./pages/settings-planning.tsx').catch(explain),
  'PlanningSettingsPage',
);
const JobTypeSettingsPage = lazyRouteComponent(
  () => import('./pages/settings-job-types.tsx').catch(explain),
  'JobTypeSettingsPage',
);
const SkillSettingsPage = lazyRouteComponent(
  () => import('./pages/settings-skills.tsx').catch(explain),
  'SkillSettingsPage',
);
const IntegrationSettingsPage = lazyRouteComponent(
  () => import('./pages/settings-integrations.tsx').catch(explain),
  'IntegrationSettingsPage',
);
const CalendarSettingsPage = lazyRouteComponent(
  () => import('./pages/settings-calendar.tsx').catch(explain),
  'CalendarSettingsPage',
);
const PrintDayPage = lazyRouteComponent(() => import('./pages/print-day.tsx').catch(explain), 'PrintDayPage');
const MapPage = lazyRouteComponent(() => import('./pages/map.tsx').catch(explain), 'MapPage');
const ScenariosPage = lazyRouteComponent(
  () => import('./pages/scenarios.tsx').catch(explain),
  'ScenariosPage',
);
const ScenarioPage = lazyRouteComponent(() => import('./pages/scenario.tsx').catch(explain), 'ScenarioPage');
const ComparePage = lazyRouteComponent(() => import('./pages/compare.tsx').catch(explain), 'ComparePage');
const InboxPage = lazyRouteComponent(() => import('./pages/inbox.tsx').catch(explain), 'InboxPage');
const SecurityPage = lazyRouteComponent(() => import('./pages/security.tsx').catch(explain), 'SecurityPage');
const TechniciansPage = lazyRouteComponent(
  () => import('./pages/technicians.tsx').catch(explain),
  'TechniciansPage',
);
const TechnicianPage = lazyRouteComponent(
  () => import('./pages/technician.tsx').catch(explain),
  'TechnicianPage',
);
const NewTechnicianPage = lazyRouteComponent(
  () => import('./pages/technician-new.tsx').catch(explain),
  'NewTechnicianPage',
);
const CustomersPage = lazyRouteComponent(
  () => import('./pages/customers.tsx').catch(explain),
  'CustomersPage',
);
const CustomerPage = lazyRouteComponent(() => import('./pages/customer.tsx').catch(explain), 'CustomerPage');
const NewCustomerPage = lazyRouteComponent(
  () => import('./pages/customer-new.tsx').catch(explain),
  'NewCustomerPage',
);
const JobsPage = lazyRouteComponent(() => import('./pages/jobs.tsx').catch(explain), 'JobsPage');
const JobPage = lazyRouteComponent(() => import('./pages/job.tsx').catch(explain), 'JobPage');
const NewJobPage = lazyRouteComponent(() => import('./pages/job-new.tsx').catch(explain), 'NewJobPage');
const ImportPage = lazyRouteComponent(() => import('./pages/import.tsx').catch(explain), 'ImportPage');
const HistoryPage = lazyRouteComponent(() => import('./pages/history.tsx').catch(explain), 'HistoryPage');
const OfficePage = lazyRouteComponent(
  () => import('./pages/office-pipeline.tsx').catch(explain),
  'OfficePage',
);
const EnquiryPage = lazyRouteComponent(
  () => import('./pages/office-enquiry.tsx').catch(explain),
  'EnquiryPage',
);

/**
 * The router loads the document again when a part of it is missing, which is right after a new version came out, and
 * would end at the browser's own error page while the server cannot be reached.
 */
async function explain(error: unknown): Promise<never> {
  await checkReachable();
  throw error;
}

const office = createRoute({
  getParentRoute: () => signedIn,
  id: 'office',
  component: Office,
  beforeLoad: () => ensureTemporal().catch(explain),
});

const inAccount = { getParentRoute: () => account };

/** Technicians have pages of their own. */
const dispatch = createRoute({
  ...inAccount,
  id: 'dispatch',
  beforeLoad: async ({ context }) => {
    if (context.session.user.role === 'technician') throw redirect({ to: addresses.myDay });
    await ensureTemporal().catch(explain);
  },
});

const forDispatch = { getParentRoute: () => dispatch };

/** Users, licences, API keys and the settings of the business are the owner's. */
const owners = createRoute({
  getParentRoute: () => dispatch,
  id: 'owners',
  beforeLoad: ({ context }) => {
    if (context.session.user.role !== 'owner') throw redirect({ to: addresses.start });
  },
});

const forOwners = { getParentRoute: () => owners };

/** What shows a board, in one way or another. */
const board = { ...forDispatch, validateSearch: readBoardSearch };
const compared = { ...forDispatch, validateSearch: readCompareSearch };
const printed = { ...forDispatch, validateSearch: readPrintSearch };

const technicians = createRoute({
  ...forDispatch,
  path: addresses.technicians,
  component: TechniciansPage,
  validateSearch: readTechnicianSearch,
});

const customers = createRoute({
  ...forDispatch,
  path: addresses.customers,
  component: CustomersPage,
  validateSearch: readCustomerSearch,
});

const jobs = createRoute({
  ...forDispatch,
  path: addresses.jobs,
  component: JobsPage,
  validateSearch: readJobSearch,
});

const routeTree = root.addChildren([
  signedIn.addChildren([
    account.addChildren([
      createRoute({
        ...inAccount,
        path: addresses.myDay,
        component: MyDayPage,
        beforeLoad: async ({ context }) => {
          if (context.session.user.role !== 'technician') throw redirect({ to: addresses.start });
          await ensureTemporal().catch(explain);
        },
      }),
      createRoute({
        ...inAccount,
        path: addresses.settings,
        beforeLoad: ({ context }) => {
          const isOwner = context.session.user.role === 'owner';
          throw redirect({ to: isOwner ? addresses.businessSettings : addresses.security });
        },
      }),
      dispatch.addChildren([
        createRoute({ ...board, path: addresses.start, component: StartPage }),
        createRoute({ ...board, path: addresses.map, component: MapPage }),
        createRoute({ ...board, path: addresses.scenario, component: ScenarioPage }),
        createRoute({ ...forDispatch, path: addresses.scenarios, component: ScenariosPage }),
        createRoute({ ...compared, path: addresses.compare, component: ComparePage }),
        owners.addChildren([
          createRoute({ ...forOwners, path: addresses.team, component: TeamPage }),
          createRoute({ ...forOwners, path: addresses.licences, component: LicencesPage }),
          createRoute({ ...forOwners, path: addresses.businessSettings, component: BusinessSettingsPage }),
          createRoute({ ...forOwners, path: addresses.planningSettings, component: PlanningSettingsPage }),
          createRoute({ ...forOwners, path: addresses.jobTypes, component: JobTypeSettingsPage }),
          createRoute({ ...forOwners, path: addresses.skills, component: SkillSettingsPage }),
          createRoute({ ...forOwners, path: addresses.integrations, component: IntegrationSettingsPage }),
        ]),
        technicians.addChildren([
          createRoute({ getParentRoute: () => technicians, path: 'new', component: NewTechnicianPage }),
          createRoute({ getParentRoute: () => technicians, path: '$id', component: TechnicianPage }),
        ]),
        customers.addChildren([
          createRoute({ getParentRoute: () => customers, path: 'new', component: NewCustomerPage }),
          createRoute({ getParentRoute: () => customers, path: '$id', component: CustomerPage }),
        ]),
        jobs.addChildren([
          createRoute({ getParentRoute: () => jobs, path: 'new', component: NewJobPage }),
          createRoute({ getParentRoute: () => jobs, path: '$number', component: JobPage }),
        ]),
        createRoute({ ...forDispatch, path: addresses.import, component: ImportPage }),
        createRoute({ ...forDispatch, path: addresses.calendar, component: CalendarSettingsPage }),
        createRoute({ ...printed, path: addresses.printDay, component: PrintDayPage }),
        createRoute({
          ...forDispatch,
          path: addresses.history,
          component: HistoryPage,
          validateSearch: readHistorySearch,
        }),
      ]),
    ]),
    createRoute({ getParentRoute: () => signedIn, path: addresses.security, component: SecurityPage }),
    office.addChildren([
      createRoute({
        getParentRoute: () => office,
        path: addresses.office,
        component: OfficePage,
        validateSearch: readSearch,
      }),
      createRoute({ getParentRoute: () => office, path: addresses.enquiry, component: EnquiryPage }),
    ]),
    createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFound }),
  ]),
  // Mails are read before there is anything to sign in with: the activation link is in one of them.
  createRoute({
    getParentRoute: () => root,
    path: '/inbox',
    component: InboxPage,
    validateSearch: (search): { mail?: string } =>
      typeof search['mail'] === 'string' ? { mail: search['mail'] } : {},
  }),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    // Without it a page is given whatever stands in its address, beside what it understands: links from mails carry more.
    search: { strict: true },
    defaultPreload: 'intent',
    defaultPendingComponent: Pending,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
