import { Link, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePage } from '../../lib/page.ts';
import './settings-frame.css';

const sections = [
  { to: '/settings/business', label: 'Business' },
  { to: '/settings/job-types', label: 'Job types' },
  { to: '/settings/skills', label: 'Skills' },
  { to: '/settings/integrations', label: 'Integrations' },
  { to: '/settings/security', label: 'Security' },
] as const;

interface SettingsFrameProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** One of the pages of the settings. Who is no owner has the security of their own sign-in alone. */
export function SettingsFrame({ title, lead, children }: SettingsFrameProps) {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  usePage(title);
  const nav = useRef<HTMLElement>(null);
  // On a phone they do not all fit: the one that is open is in sight.
  useEffect(() => {
    nav.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <div className="page">
      {user.role === 'owner' && (
        <nav ref={nav} className="settings-nav" aria-label="Settings">
          {sections.map(({ to, label }) => (
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
