import { isPermitted, type Permit } from '@muster/domain/values/role';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePage } from '../../../lib/page/page.ts';
import './settings-frame.css';

const owners: readonly Permit[] = ['owner'];

const sections = [
  { to: '/settings/business', label: 'Business', for: owners },
  { to: '/settings/planning', label: 'Planning', for: owners },
  { to: '/settings/messages', label: 'Customer messages', for: owners },
  { to: '/settings/customer-page', label: 'Customer’s page', for: owners },
  { to: '/settings/job-types', label: 'Job types', for: owners },
  { to: '/settings/skills', label: 'Skills', for: owners },
  { to: '/settings/money', label: 'Money', for: ['all of money'] as readonly Permit[] },
  { to: '/settings/accounting', label: 'Accounting', for: ['all of money'] as readonly Permit[] },
  { to: '/settings/bank-details', label: 'Bank details', for: owners },
  { to: '/settings/integrations', label: 'Integrations', for: owners },
  { to: '/settings/connections', label: 'Connections', for: owners },
  { to: '/settings/calendar', label: 'Calendar', for: ['owner', 'dispatcher'] as readonly Permit[] },
  { to: '/settings/my-calendar', label: 'My calendar', for: ['technician'] as readonly Permit[] },
  {
    to: '/settings/security',
    label: 'Security',
    for: ['owner', 'dispatcher', 'bookkeeper', 'technician'] as readonly Permit[],
  },
] as const;

interface SettingsFrameProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** One of the pages of the settings. Who is no owner has few of them. */
export function SettingsFrame({ title, lead, children }: SettingsFrameProps) {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  const own = sections.filter((section) => isPermitted(section.for, user));
  usePage(title);
  const nav = useRef<HTMLElement>(null);
  // On a phone they do not all fit: the one that is open is in sight.
  useEffect(() => {
    nav.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <div className="page">
      {own.length > 0 && (
        <nav ref={nav} className="settings-nav" aria-label="Settings">
          {own.map(({ to, label }) => (
            <Link key={to} to={to} className="settings-nav__link">
              {label}
            </Link>
          ))}
        </nav>
      )}
      <h1>{title}</h1>
      {lead !== undefined && <p className="page__lead">{lead}</p>}
      {children}
    </div>
  );
}
