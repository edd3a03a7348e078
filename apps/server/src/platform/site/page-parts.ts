import { escapeHtml } from './html.ts';

// What pages of customers are made of, whatever they are about.

/** A word and a shape, never colour alone. */
export function statusPill(tone: keyof typeof icons, word: string): string {
  return `<span class="status ${tone}">${icons[tone]}${escapeHtml(word)}</span>`;
}

/** Names and what they stand for; what is empty is left out. */
export function factList(rows: readonly (readonly [string, string])[]): string {
  const known = rows.filter(([, value]) => value !== '');
  return known.length === 0
    ? ''
    : `<dl class="facts">${known
        .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
        .join('')}</dl>`;
}

/** Rings the business with one press. */
export function callButton(phone: string): string {
  const number = phone.replaceAll(/[^+\d]/g, '');
  return number === ''
    ? ''
    : `<a class="button" href="tel:${number}">${icons.phone}Call ${escapeHtml(phone)}</a>`;
}

/** What somebody of the business reads on a page of a customer. */
export function officeNote(customer: string, more = ''): string {
  return `<p class="card said note">You’re seeing this page as ${escapeHtml(customer)} sees it. Opening it doesn’t count as them${more}.</p>`;
}

function icon(path: string): string {
  return `<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;
}

export const icons = {
  card: icon(
    '<rect x="1.7" y="3.2" width="12.6" height="9.6" rx="1.5"/><path d="M1.7 6.4h12.6M4.2 10h2.6"/>',
  ),
  ok: icon('<circle cx="8" cy="8" r="6.5"/><path d="m5.3 8.2 1.9 1.9 3.6-4"/>'),
  info: icon('<circle cx="8" cy="8" r="6.5"/><path d="M8 4.5V8l2.3 1.4"/>'),
  attention: icon('<path d="M8 2 1.7 13.3h12.6z"/><path d="M8 6.5v3M8 11.6v.1"/>'),
  quiet: icon('<circle cx="8" cy="8" r="6.5"/><path d="M5 8h6"/>'),
  down: icon('<path d="M8 2v8.5M4.5 7.5 8 11l3.5-3.5M2.5 13.5h11"/>'),
  phone: icon(
    '<path d="M3.2 2.2h2.3l1.1 2.9-1.5 1.2a8.6 8.6 0 0 0 4.6 4.6l1.2-1.5 2.9 1.1v2.3a1.3 1.3 0 0 1-1.4 1.3A11.6 11.6 0 0 1 1.9 3.6a1.3 1.3 0 0 1 1.3-1.4z"/>',
  ),
} as const;
