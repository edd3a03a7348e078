import { isId } from '@muster/domain/values/ids';
import { isPermitted } from '@muster/domain/values/role';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readCallSearch } from '../features/calls/calls/model/call-search.ts';
import { readHistorySearch } from '../features/basics/changes/model/history-search.ts';
import { readBoardSearch } from '../features/dispatch/board/model/board-search.ts';
import { readPrintSearch } from '../features/dispatch/day-sheets/model/print-search.ts';
import { sessionQuery } from '../features/identity/accounts/api.ts';
import { readBooksSearch } from '../features/money/bookkeeping/model/period.ts';
import { readQuoteSearch } from '../features/money/quotes/model/quote-search.ts';
import { readInvoiceSearch } from '../features/money/invoices/model/invoice-search.ts';
import { readCardSearch } from '../features/money/card-balance/model/card-search.ts';
import { readPaymentSearch } from '../features/money/payments/model/payment-search.ts';
import { readOwedSearch, readStatementSearch } from '../features/money/statements/model/statement-search.ts';
import { readItemSearch } from '../features/money/items/model/item-search.ts';
import { readCompareSearch } from '../features/planning/scenarios/model/compare-search.ts';
import { readSearch } from '../features/sales/office/model/office-search.ts';
import { readCustomerSearch } from '../features/work/customers/model/customer-search.ts';
import { readJobSearch } from '../features/work/jobs/model/job-search.ts';
import { readTechnicianSearch } from '../features/work/technicians/model/technician-search.ts';
import { checkReachable, isUnauthenticated } from '../lib/api/api.ts';
import { currentScenario, scenarioIn } from '../lib/board/scenario.ts';
import { addresses } from './addresses.ts';
import { booksStart, drives, isPageFor } from './navigation.ts';
import { Office } from './pages/sales/office.tsx';
import { ErrorPage } from './shell/error-pages.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Pending } from './shell/pending.tsx';
import { Shell, UncheckedSession } from './shell/shell.tsx';

/**
 * The router loads the document again when a part of it is missing, which is right after a new version came out, and
 * would end at the browser's own error page while the server cannot be reached.
 */
async function explain(error: unknown): Promise<never> {
  await checkReachable();
  throw error;
}

/** What every page is loaded by when it is opened. */
const lazy: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => load().catch(explain), name);

const StartPage = lazy(() => import('./pages/work/start.tsx'), 'StartPage');
const OwnCalendarPage = lazy(() => import('./pages/messages/own-calendar.tsx'), 'OwnCalendarPage');
const TeamPage = lazy(() => import('./pages/identity/team.tsx'), 'TeamPage');
const LicencesPage = lazy(() => import('./pages/identity/licences.tsx'), 'LicencesPage');
const BusinessSettingsPage = lazy(() => import('./pages/work/settings-business.tsx'), 'BusinessSettingsPage');
const CustomerPageSettingsPage = lazy(
  () => import('./pages/work/settings-customer-page.tsx'),
  'CustomerPageSettingsPage',
);
const PlanningSettingsPage = lazy(() => import('./pages/work/settings-planning.tsx'), 'PlanningSettingsPage');
const JobTypeSettingsPage = lazy(() => import('./pages/work/settings-job-types.tsx'), 'JobTypeSettingsPage');
const SkillSettingsPage = lazy(() => import('./pages/work/settings-skills.tsx'), 'SkillSettingsPage');
const AccountingSettingsPage = lazy(
  () => import('./pages/money/settings-accounting.tsx'),
  'AccountingSettingsPage',
);
const BankDetailsPage = lazy(() => import('./pages/money/settings-bank-details.tsx'), 'BankDetailsPage');
const IntegrationSettingsPage = lazy(
  () => import('./pages/messages/settings-integrations.tsx'),
  'IntegrationSettingsPage',
);
const ConnectionSettingsPage = lazy(
  () => import('./pages/messages/settings-connections.tsx'),
  'ConnectionSettingsPage',
);
const MessageSettingsPage = lazy(
  () => import('./pages/messages/settings-messages.tsx'),
  'MessageSettingsPage',
);
const CalendarSettingsPage = lazy(
  () => import('./pages/messages/settings-calendar.tsx'),
  'CalendarSettingsPage',
);
const PrintDayPage = lazy(() => import('./pages/dispatch/print-day.tsx'), 'PrintDayPage');
const ReportPage = lazy(() => import('./pages/field/report.tsx'), 'ReportPage');
const MapPage = lazy(() => import('./pages/dispatch/map.tsx'), 'MapPage');
const ScenariosPage = lazy(() => import('./pages/planning/scenarios.tsx'), 'ScenariosPage');
const ScenarioPage = lazy(() => import('./pages/planning/scenario.tsx'), 'ScenarioPage');
const ComparePage = lazy(() => import('./pages/planning/compare.tsx'), 'ComparePage');
const InboxPage = lazy(() => import('./pages/basics/inbox.tsx'), 'InboxPage');
const SecurityPage = lazy(() => import('./pages/identity/security.tsx'), 'SecurityPage');
const TechniciansPage = lazy(() => import('./pages/work/technicians.tsx'), 'TechniciansPage');
const TechnicianPage = lazy(() => import('./pages/work/technicians.tsx'), 'TechnicianPage');
const NewTechnicianPage = lazy(() => import('./pages/work/technicians.tsx'), 'NewTechnicianPage');
const CustomersPage = lazy(() => import('./pages/work/customers.tsx'), 'CustomersPage');
const CustomerPage = lazy(() => import('./pages/work/customers.tsx'), 'CustomerPage');
const NewCustomerPage = lazy(() => import('./pages/work/customers.tsx'), 'NewCustomerPage');
const InvoicesPage = lazy(() => import('./pages/money/invoices.tsx'), 'InvoicesPage');
const NewInvoicePage = lazy(() => import('./pages/money/invoices.tsx'), 'NewInvoicePage');
const QuotesPage = lazy(() => import('./pages/money/quotes.tsx'), 'QuotesPage');
const NewQuotePage = lazy(() => import('./pages/money/quotes.tsx'), 'NewQuotePage');
const QuotePage = lazy(() => import('./pages/money/quote.tsx'), 'QuotePage');
const ReadyJobPage = lazy(() => import('./pages/money/ready.tsx'), 'ReadyJobPage');
const InvoicePage = lazy(() => import('./pages/money/invoice.tsx'), 'InvoicePage');
const BooksPage = lazy(() => import('./pages/money/books.tsx'), 'BooksPage');
const AccountingPage = lazy(() => import('./pages/money/accounting.tsx'), 'AccountingPage');
const MoneySettingsPage = lazy(() => import('./pages/money/settings-money.tsx'), 'MoneySettingsPage');
const PaymentsPage = lazy(() => import('./pages/money/payments.tsx'), 'PaymentsPage');
const PaymentPage = lazy(() => import('./pages/money/payments.tsx'), 'PaymentPage');
const NewPaymentPage = lazy(() => import('./pages/money/payments.tsx'), 'NewPaymentPage');
const CardPaymentsPage = lazy(() => import('./pages/money/card-payments.tsx'), 'CardPaymentsPage');
const PayoutsPage = lazy(() => import('./pages/money/card-payments.tsx'), 'PayoutsPage');
const PayoutPage = lazy(() => import('./pages/money/card-payments.tsx'), 'PayoutPage');
const OwedPage = lazy(() => import('./pages/money/owed.tsx'), 'OwedPage');
const StatementPage = lazy(() => import('./pages/money/statement.tsx'), 'StatementPage');
const ItemsPage = lazy(() => import('./pages/money/items.tsx'), 'ItemsPage');
const ItemPage = lazy(() => import('./pages/money/items.tsx'), 'ItemPage');
const NewItemPage = lazy(() => import('./pages/money/items.tsx'), 'NewItemPage');
const JobsPage = lazy(() => import('./pages/work/jobs.tsx'), 'JobsPage');
const JobPage = lazy(() => import('./pages/work/jobs.tsx'), 'JobPage');
const NewJobPage = lazy(() => import('./pages/work/job-new.tsx'), 'NewJobPage');
const ImportPage = lazy(() => import('./pages/work/import.tsx'), 'ImportPage');
const CallsPage = lazy(() => import('./pages/calls/calls.tsx'), 'CallsPage');
const CampaignsPage = lazy(() => import('./pages/calls/campaigns.tsx'), 'CampaignsPage');
const CallPage = lazy(() => import('./pages/calls/calls.tsx'), 'CallPage');
const HistoryPage = lazy(() => import('./pages/basics/history.tsx'), 'HistoryPage');
const OfficePage = lazy(() => import('./pages/sales/office-pipeline.tsx'), 'OfficePage');
const EnquiryPage = lazy(() => import('./pages/sales/office-enquiry.tsx'), 'EnquiryPage');

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
  beforeLoad: async ({ context, location }) => {
    const { user } = context.session;
    if (user.role === 'technician') throw redirect({ to: addresses.myDay });
    if (!isPageFor(user, location.pathname))
      throw redirect({ to: user.role === 'bookkeeper' ? booksStart : addresses.start });
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

const calls = createRoute({
  ...forDispatch,
  path: addresses.calls,
  component: CallsPage,
  validateSearch: readCallSearch,
});

const invoices = createRoute({
  ...forDispatch,
  path: addresses.invoices,
  component: InvoicesPage,
  validateSearch: readInvoiceSearch,
});

const quotes = createRoute({
  ...forDispatch,
  path: addresses.quotes,
  component: QuotesPage,
  validateSearch: readQuoteSearch,
});

const payments = createRoute({
  ...forDispatch,
  path: addresses.payments,
  component: PaymentsPage,
  validateSearch: readPaymentSearch,
});

const payouts = createRoute({ ...forDispatch, path: addresses.payouts, component: PayoutsPage });

const items = createRoute({
  ...forDispatch,
  path: addresses.items,
  component: ItemsPage,
  validateSearch: readItemSearch,
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
          if (!drives(context.session.user)) throw redirect({ to: addresses.start });
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
          const { user } = context.session;
          if (user.role === 'owner') throw redirect({ to: addresses.businessSettings });
          const keepsMoney = isPermitted(['all of money'], user);
          throw redirect({ to: keepsMoney ? addresses.moneySettings : addresses.security });
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
          createRoute({
            ...forOwners,
            path: addresses.licences,
            // From the page of Stripe on which a card was entered.
            validateSearch: ({ confirmed }): { confirmed?: true } => (confirmed ? { confirmed: true } : {}),
            component: LicencesPage,
          }),
          createRoute({
            ...forOwners,
            path: addresses.businessSettings,
            // From the link in the mail to the address for answers.
            validateSearch: ({ confirm }): { confirm?: string } =>
              typeof confirm === 'string' ? { confirm } : {},
            component: BusinessSettingsPage,
          }),
          createRoute({ ...forOwners, path: addresses.planningSettings, component: PlanningSettingsPage }),
          createRoute({
            ...forOwners,
            path: addresses.customerPageSettings,
            component: CustomerPageSettingsPage,
          }),
          createRoute({ ...forOwners, path: addresses.jobTypes, component: JobTypeSettingsPage }),
          createRoute({ ...forOwners, path: addresses.skills, component: SkillSettingsPage }),
          createRoute({ ...forOwners, path: addresses.bankDetails, component: BankDetailsPage }),
          createRoute({ ...forOwners, path: addresses.integrations, component: IntegrationSettingsPage }),
          createRoute({ ...forOwners, path: addresses.connections, component: ConnectionSettingsPage }),
          createRoute({ ...forOwners, path: addresses.customerMessages, component: MessageSettingsPage }),
        ]),
        technicians.addChildren([
          createRoute({ getParentRoute: () => technicians, path: 'new', component: NewTechnicianPage }),
          createRoute({ getParentRoute: () => technicians, path: '$id', component: TechnicianPage }),
        ]),
        customers.addChildren([
          createRoute({ getParentRoute: () => customers, path: 'new', component: NewCustomerPage }),
          createRoute({ getParentRoute: () => customers, path: '$id', component: CustomerPage }),
        ]),
        createRoute({ ...forDispatch, path: addresses.campaigns, component: CampaignsPage }),
        calls.addChildren([createRoute({ getParentRoute: () => calls, path: '$id', component: CallPage })]),
        quotes.addChildren([
          createRoute({ getParentRoute: () => quotes, path: 'new', component: NewQuotePage }),
        ]),
        createRoute({
          ...forDispatch,
          path: addresses.quote,
          component: QuotePage,
          validateSearch: readQuoteSearch,
        }),
        invoices.addChildren([
          createRoute({ getParentRoute: () => invoices, path: 'new', component: NewInvoicePage }),
          createRoute({ getParentRoute: () => invoices, path: 'jobs/$number', component: ReadyJobPage }),
        ]),
        createRoute({
          ...forDispatch,
          path: addresses.books,
          component: BooksPage,
          validateSearch: readBooksSearch,
        }),
        createRoute({ ...forDispatch, path: addresses.accounting, component: AccountingPage }),
        createRoute({
          ...forDispatch,
          path: addresses.invoice,
          component: InvoicePage,
          validateSearch: readInvoiceSearch,
        }),
        createRoute({ ...forDispatch, path: addresses.moneySettings, component: MoneySettingsPage }),
        createRoute({
          ...forDispatch,
          path: addresses.accountingSettings,
          component: AccountingSettingsPage,
        }),
        createRoute({
          ...forDispatch,
          path: addresses.cardPayments,
          component: CardPaymentsPage,
          validateSearch: readCardSearch,
        }),
        payouts.addChildren([
          createRoute({ getParentRoute: () => payouts, path: '$id', component: PayoutPage }),
        ]),
        payments.addChildren([
          createRoute({ getParentRoute: () => payments, path: 'new', component: NewPaymentPage }),
          createRoute({ getParentRoute: () => payments, path: '$id', component: PaymentPage }),
        ]),
        createRoute({
          ...forDispatch,
          path: addresses.owed,
          component: OwedPage,
          validateSearch: readOwedSearch,
        }),
        createRoute({
          ...forDispatch,
          path: addresses.statement,
          component: StatementPage,
          validateSearch: readStatementSearch,
        }),
        items.addChildren([
          createRoute({ getParentRoute: () => items, path: 'new', component: NewItemPage }),
          createRoute({ getParentRoute: () => items, path: '$id', component: ItemPage }),
        ]),
        jobs.addChildren([
          createRoute({ getParentRoute: () => jobs, path: 'new', component: NewJobPage }),
          createRoute({ getParentRoute: () => jobs, path: '$number', component: JobPage }),
        ]),
        createRoute({
          ...forDispatch,
          path: addresses.import,
          component: ImportPage,
          validateSearch: ({ id }): { id?: string } => (typeof id === 'string' && isId(id) ? { id } : {}),
        }),
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
    validateSearch: (search): { mail?: string; text?: string } => ({
      ...(typeof search['mail'] === 'string' && { mail: search['mail'] }),
      ...(typeof search['text'] === 'string' && { text: search['text'] }),
    }),
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

/** Times in a zone are reckoned with Temporal, which some browsers still lack: only they load a stand-in for it. */
async function ensureTemporal(): Promise<void> {
  if ('Temporal' in globalThis) return;
  const { Temporal } = await import('temporal-polyfill');
  Object.assign(globalThis, { Temporal });
}
