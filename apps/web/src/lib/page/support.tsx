import type { PageSettings } from './page-settings.ts';
import './support.css';

/** Beside the person who answers, what is known to be wrong. On pre-rendered pages the style sheet hides what is not set. */
export function StatusLine({ settings }: { settings: PageSettings }) {
  return <output className="status-line">{settings.status}</output>;
}

/** A way to a person. */
export function Support({ settings: { supportEmail, supportPhone } }: { settings: PageSettings }) {
  return (
    <p className="support">
      Need help?{' '}
      <a className="support__mail" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>{' '}
      <a className="support__phone" href={`tel:${supportPhone}`}>
        {supportPhone}
      </a>
    </p>
  );
}
