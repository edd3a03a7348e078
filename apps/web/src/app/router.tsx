import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { sessionQuery } from '../features/accounts/api.ts';
import { readBoardSearch } from '../features/board/model/board-search.ts';
import { readHistorySearch } from '../features/changes/model/history-search.ts';
import { readCustomerSearch } from '../features/customers/model/customer-search.ts';
import { readPrintSearch } from '../features/day-sheets/model/print-search.ts';
import { readJobSearch } from '../features/jobs/model/job-search.ts';
import { readSearch } from '../features/office/model/office-search.ts';
import { readCompareSearch } from '../features/scenarios/model/compare-search.ts';
import { readTechnicianSearch } from '../features/technicians/model/technician-search.ts';
import { isUnauthenticated } from '../lib/api.ts';
import { currentScenario, scenarioIn } from '../lib/scenario.ts';
import { addresses } from './addresses.ts';
import { explain } from './explain.ts';
import {
  BusinessSettingsPage,
  CalendarSettingsPage,
  ComparePage,
  CustomerPage,
  CustomersPage,
  EnquiryPage,
  HistoryPage,
  ImportPage,
  InboxPage,
  IntegrationSettingsPage,
  JobPage,
  JobTypeSettingsPage,
  JobsPage,
  LicencesPage,
  MapPage,
  NewCustomerPage,
  NewJobPage,
  NewTechnicianPage,
  OfficePage,
  OwnCalendarPage,
  PlanningSettingsPage,
  PrintDayPage,
  ReportPage,
  ScenarioPage,
  ScenariosPage,
  SecurityPage,
  SkillSettingsPage,
  StartPage,
  TeamPage,
  TechnicianPage,
  TechniciansPage,
} from './lazy-pages.ts';
import { Office } from './pages/office.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Pending } from './shell/pending.tsx';
import { Shell } from './shell/shell.tsx';
import { UncheckedSession } from './shell/unchecked-session.tsx';
import { ensureTemporal } from './temporal.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  errorComponent: UncheckedSession,
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

const office = createRoute({
  getParentRoute: () => signedIn,
  id: 'office',
  component: Office,
  beforeLoad: () => ensureTemporal().catch(explain),
});

const pipeline = createRoute({
  getParentRoute: () => office,
  path: addresses.office,
  component: OfficePage,
  validateSearch: readSearch,
});
const enquiry = createRoute({
  getParentRoute: () => pipeline,
  path: 'enquiries/$id',
  component: EnquiryPage,
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
        // A page of its own, which works without a connection.
        beforeLoad: ({ context, location }) => {
          if (context.session.user.role !== 'technician') throw redirect({ to: addresses.start });
          throw redirect({ href: location.href, reloadDocument: true });
        },
      }),
      createRoute({
        ...inAccount,
        path: addresses.ownCalendar,
        component: OwnCalendarPage,
        beforeLoad: ({ context }) => {
          if (context.session.user.role !== 'technician') throw redirect({ to: addresses.calendar });
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
        createRoute({ ...forDispatch, path: addresses.report, component: ReportPage }),
        createRoute({
          ...forDispatch,
          path: addresses.history,
          component: HistoryPage,
          validateSearch: readHistorySearch,
        }),
      ]),
    ]),
    createRoute({ getParentRoute: () => signedIn, path: addresses.security, component: SecurityPage }),
    office.addChildren([pipeline.addChildren([enquiry])]),
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
