import type { Settings } from '../../settings.ts';
import { addressIn } from '../tasks/mailbox.ts';
import { escapeHtml } from './html.ts';

type Given = Pick<Settings, 'SUPPORT_EMAIL' | 'SUPPORT_PHONE' | 'STATUS_NOTE'>;

const keys = {
  '/': 'Search the calls',
  Tab: 'To the next link or call',
  Enter: 'Unfold a call, or follow a link',
  Esc: 'Close what is open',
  '?': 'These keys',
};

/** What is known to be wrong, on top of the page. */
export function renderStatus({ STATUS_NOTE }: Given): string {
  return STATUS_NOTE ? `<output class="status">${escapeHtml(STATUS_NOTE)}</output>` : '';
}

/** A way to a person; nothing where the operator has named none. */
export function renderSupport({ SUPPORT_EMAIL, SUPPORT_PHONE }: Given): string {
  const email = addressIn(SUPPORT_EMAIL ?? '');
  const ways = [email && link('mailto', email), SUPPORT_PHONE && link('tel', SUPPORT_PHONE)].filter(Boolean);
  return ways.length > 0 ? `<p>Need help? ${ways.join(' ')}</p>` : '';
}

/** The keys of the page, which its script shows at a question mark. */
export function renderKeys(settings: Given): string {
  const rows = Object.entries(keys).map(
    ([key, text]) => `<div><dt><kbd>${escapeHtml(key)}</kbd></dt><dd>${text}</dd></div>`,
  );
  return `<dialog id="keys" aria-label="Help and keys"><h2>Help and keys</h2>
<dl>${rows.join('')}</dl>
${renderSupport(settings)}
<form method="dialog"><button>Close</button></form></dialog>`;
}

function link(scheme: string, text: string): string {
  return `<a href="${scheme}:${escapeHtml(text)}">${escapeHtml(text)}</a>`;
}
