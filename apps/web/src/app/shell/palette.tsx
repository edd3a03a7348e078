import { useMantineColorScheme } from '@mantine/core';
import type { FoundKind } from '@muster/domain/records';
import { isPermitted } from '@muster/domain/values/role';
import { notify } from '@muster/ui/toast';
import { useQuery } from '@tanstack/react-query';
import { jobTypesQuery } from '../../lib/choices/jobs.ts';
import { currentScenario } from '../../lib/board/scenario.ts';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { Palette } from '../../features/work/search/components/palette.tsx';
import type { Command } from '../../features/work/search/model/commands.ts';
import type { Recent } from '../../features/work/search/model/recent.ts';
import { leave } from '../leave.ts';
import { destinationsFor, iconOfKind } from '../navigation.ts';
import { NavIcon } from './nav-icon.tsx';
import { recentOf } from './recent.ts';

function iconOf(kind: FoundKind) {
  return <NavIcon name={iconOfKind(kind)} />;
}

/** The palette of whoever plans the work of a business, or keeps its books. */
export function ShellPalette() {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  const navigate = useNavigate();
  const commands = useCommands();

  function open({ kind, id, title, customer_id }: Recent & { customer_id?: string | null }) {
    if (kind === 'jobs') void navigate({ to: '/jobs/$number', params: { number: title } });
    // A site and a contact are shown where their customer is.
    else if ((kind === 'sites' || kind === 'contacts') && customer_id)
      void navigate({ to: '/customers/$id', params: { id: customer_id } });
    else
      void navigate({
        to: `/${kind === 'technicians' || kind === 'items' || kind === 'invoices' ? kind : 'customers'}/$id`,
        params: { id },
      });
  }

  return <Palette recent={() => recentOf(user.id)} commands={commands} iconOf={iconOf} onOpen={open} />;
}

const piles = [
  { view: 'ready', label: 'ready' },
  { view: 'draft', label: 'drafts' },
  { view: 'unpaid', label: 'unpaid' },
  { view: 'overdue', label: 'overdue' },
] as const;

function useCommands(): Command[] {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const types = useQuery(jobTypesQuery).data?.filter(({ archived_at }) => archived_at === null) ?? [];
  const isPlanner = isPermitted(['owner', 'dispatcher'], user);
  const isKeeper = isPermitted(['all of money'], user);
  const go =
    (to: '/customers/new' | '/technicians/new' | '/items/new' | '/invoices/new' | '/quotes/new') => () =>
      void navigate({ to });
  const bring = (kind: string) => () => void navigate({ to: '/import/$kind', params: { kind } });
  const ofPlanners: Command[] = [
    {
      id: 'new job',
      label: 'New job',
      words: 'add create',
      icon: <NavIcon name="job" />,
      // Whoever is at the board stays there.
      run: () =>
        document.querySelector('[data-board]') === null || currentScenario() !== null
          ? void navigate({ to: '/jobs/new' })
          : void navigate({ to: '.', search: (before: object) => ({ ...before, new: true }) }),
    },
    {
      id: 'quick add',
      label: 'Quick add',
      words: 'new job plain words sentence',
      icon: <NavIcon name="job" />,
      hint: 'Q on the board',
      run: () => void navigate({ to: '/', search: { quick: true } }),
    },
    {
      id: 'new customer',
      label: 'New customer',
      words: 'add create',
      icon: <NavIcon name="customer" />,
      run: go('/customers/new'),
    },
    {
      id: 'new technician',
      label: 'New technician',
      words: 'add create',
      icon: <NavIcon name="technician" />,
      run: go('/technicians/new'),
    },
    ...types.flatMap(({ id, name }) => [
      {
        id: `new job ${id}`,
        label: `New job: ${name}`,
        words: 'add create type',
        icon: <NavIcon name="job" />,
        isSought: true,
        run: () => void navigate({ to: '/jobs/new', search: { type: id } }),
      },
      {
        id: `jobs ${id}`,
        label: `Jobs: ${name}`,
        words: 'list type show',
        icon: <NavIcon name="job" />,
        isSought: true,
        run: () => void navigate({ to: '/jobs', search: { type: id } }),
      },
    ]),
  ];
  const ofDrafters: Command[] = [
    {
      id: 'new invoice',
      label: 'New invoice',
      words: 'add create bill draft',
      icon: <NavIcon name="invoice" />,
      run: go('/invoices/new'),
    },
    {
      id: 'new quote',
      label: 'New quote',
      words: 'add create estimate offer draft',
      icon: <NavIcon name="quote" />,
      run: go('/quotes/new'),
    },
    ...piles.map(({ view, label }) => ({
      id: `invoices ${view}`,
      label: `Invoices: ${label}`,
      words: 'list show owed bills',
      icon: <NavIcon name="invoice" />,
      isSought: true,
      run: () => void navigate({ to: '/invoices', search: { view } }),
    })),
  ];
  const ofKeepers: Command[] = [
    {
      id: 'accounting',
      label: 'Go to accounting',
      words: 'xero books differences sync',
      icon: <NavIcon name="invoice" />,
      isSought: true,
      run: () => void navigate({ to: '/invoices/accounting' }),
    },
    {
      id: 'money settings',
      label: 'Go to money settings',
      words: 'invoices numbers terms gst lock date reminders',
      icon: <NavIcon name="settings" />,
      isSought: true,
      run: () => void navigate({ to: '/settings/money' }),
    },
    {
      id: 'new item',
      label: 'New item of the price list',
      words: 'add create price part labour',
      icon: <NavIcon name="price" />,
      run: go('/items/new'),
    },
  ];
  const imports = [
    ...(isPlanner ? (['customers', 'jobs', 'technicians'] as const) : []),
    ...(isKeeper ? (['items', 'invoices'] as const) : []),
  ];
  return [
    ...(isPlanner ? ofPlanners : []),
    ...(isPermitted(['drafts of money'], user) ? ofDrafters : []),
    ...(isKeeper ? ofKeepers : []),
    ...destinationsFor(user).map(({ to, label, icon }) => ({
      id: `go ${to}`,
      label: `Go to ${label.toLowerCase()}`,
      words: 'open show list',
      icon: <NavIcon name={icon} />,
      run: () => void navigate({ to }),
    })),
    ...imports.map((kind) => ({
      id: `import ${kind}`,
      label: `Import ${kind}`,
      words: 'csv upload spreadsheet',
      icon: iconOf(kind),
      run: bring(kind),
    })),
    {
      id: 'print',
      label: 'Print the day',
      words: 'paper sheets pdf',
      icon: <NavIcon name="board" />,
      run: () => void navigate({ to: '/print/day' }),
    },
    {
      id: 'calendar',
      label: 'Go to calendar feeds',
      words: 'share subscribe ical ics settings',
      icon: <NavIcon name="settings" />,
      run: () => void navigate({ to: '/settings/calendar' }),
    },
    {
      id: 'light',
      label: 'Switch to light',
      words: 'theme appearance day',
      icon: <NavIcon name="sun" />,
      run: () => setColorScheme('light'),
    },
    {
      id: 'dark',
      label: 'Switch to dark',
      words: 'theme appearance night',
      icon: <NavIcon name="moon" />,
      run: () => setColorScheme('dark'),
    },
    {
      id: 'security',
      label: 'Go to security',
      words: 'password sessions settings',
      icon: <NavIcon name="shield" />,
      run: () => void navigate({ to: '/settings/security' }),
    },
    {
      id: 'sign out',
      label: 'Sign out',
      words: 'log out leave',
      icon: <NavIcon name="signOut" />,
      run: () => void leave().catch((error: Error) => notify({ level: 'error', text: error.message })),
    },
  ];
}
