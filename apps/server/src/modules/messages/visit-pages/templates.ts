import {
  clocksInWords,
  dayFromNow,
  firstNameOf,
  type VisitNews,
} from '@muster/domain/messages/visit-pages/rules';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import type { CustomerPage, PageOwner } from '../../../platform/site/customer-page.ts';
import { escapeHtml } from '../../../platform/site/html.ts';
import type { PageRow } from './store.ts';

/** A page as it is shown to somebody. */
export interface ShownPage {
  readonly row: PageRow;
  readonly news: VisitNews;
  readonly owner: PageOwner;
  readonly now: EpochMinutes;
  /** The address of the page, without what comes before it. */
  readonly path: string;
  /** Whether somebody of the business looks at it, who answers for nobody. */
  readonly isOffice: boolean;
}

export function pageOf(page: ShownPage): CustomerPage {
  const { row, news, owner, isOffice } = page;
  const work = row.job_type ?? 'Your visit';
  return {
    title: `${work} · ${owner.name}`,
    owner,
    main: `${isOffice ? officeNote(row.customer) : ''}<section class="card" data-live aria-labelledby="when">${head(page)}${facts(page)}${buttons(page)}</section>`,
    isLively: news.status !== 'Cancelled' && news.status !== 'Done',
  };
}

function officeNote(customer: string): string {
  return `<p class="card said note">You’re seeing this page as ${escapeHtml(customer)} sees it. Nothing you do here counts as them.</p>`;
}

/** What is the matter, in the order in which somebody looks for it. */
function head({ row, news, now }: ShownPage): string {
  const { zone } = row.site;
  const near = news.arrival && !news.isOff ? dayFromNow(news.arrival.from, now, zone) : '';
  return `<div><span class="status ${news.tone}">${icons[news.tone]}${escapeHtml(news.status)}</span></div>
<div><p class="quiet">${escapeHtml(row.job_type ?? 'Your visit')}</p>
<h1 id="when" class="time${news.isOff ? ' off' : ''}">${near && news.headline.includes('–') ? `${near}, ` : ''}${escapeHtml(news.headline)}</h1></div>
${news.text === '' ? '' : `<p>${escapeHtml(news.text)}</p>`}`;
}

function facts({ row, news }: ShownPage): string {
  const place = [row.site.address, row.site.suburb].filter(Boolean).join(', ');
  const who = news.isNamed && row.lead !== null ? firstNameOf(row.lead.name) : '';
  const clocks = news.arrival === null ? '' : clocksInWords(row.site.zone, row.business.zone);
  const known: [string, string][] = [
    ['Who', who],
    ['Where', place],
    ['Clock', clocks],
  ];
  const rows = known.filter(([, value]) => value !== '');
  if (rows.length === 0) return '';
  return `<dl class="facts">${rows
    .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')}</dl>`;
}

function buttons({ row, news, path }: ShownPage): string {
  const { phone, name } = row.business;
  const all = [
    news.arrival !== null && !news.isOff && isAhead(news)
      ? `<a class="button" href="${path}/visit.ics">${icons.calendar}Add to calendar</a>`
      : '',
    row.is_report_released ? `<a class="button main" href="${path}/report.pdf">Read the report</a>` : '',
    phone === ''
      ? ''
      : `<a class="button" href="tel:${escapeHtml(phone.replaceAll(/[^+\d]/g, ''))}" aria-label="Call ${escapeHtml(name)}, ${escapeHtml(phone)}">${icons.phone}Call ${escapeHtml(phone)}</a>`,
  ].filter(Boolean);
  return all.length === 0 ? '' : `<div class="buttons">${all.join('')}</div>`;
}

function isAhead({ status }: VisitNews): boolean {
  return ['Booked', 'New time', 'Running late'].includes(status);
}

/** The same for whatever has no page: an address that never was, one that was revoked, one that is over. */
export const gonePage: CustomerPage = {
  title: 'This page isn’t available',
  owner: null,
  main: `<section class="card"><h1>This page isn’t available</h1>
<p>The link may be incomplete, or the page may have ended. Check the address in your message, or contact the business you booked with.</p></section>`,
};

/** Something is in the way for now. */
export function laterPage(text: string): CustomerPage {
  return {
    title: 'Please try again',
    owner: null,
    main: `<section class="card"><h1>Please try again</h1><p>${escapeHtml(text)}</p></section>`,
  };
}

/** A report is drawn when it is asked for, and this page asks again by itself. */
export function waitingPage(owner: PageOwner, path: string): CustomerPage {
  return {
    title: `Your report · ${owner.name}`,
    owner,
    main: `<section class="card"><h1>Your report is being prepared</h1>
<p>This takes a few seconds.</p>
<div class="buttons"><a class="button main" href="${path}/report.pdf">Open the report</a><a class="button" href="${path}">Back to the visit</a></div></section>`,
  };
}

function icon(path: string): string {
  return `<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;
}

const icons = {
  ok: icon('<circle cx="8" cy="8" r="6.5"/><path d="m5.3 8.2 1.9 1.9 3.6-4"/>'),
  info: icon('<circle cx="8" cy="8" r="6.5"/><path d="M8 4.5V8l2.3 1.4"/>'),
  attention: icon('<path d="M8 2 1.7 13.3h12.6z"/><path d="M8 6.5v3M8 11.6v.1"/>'),
  danger: icon('<circle cx="8" cy="8" r="6.5"/><path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4"/>'),
  quiet: icon('<circle cx="8" cy="8" r="6.5"/><path d="M5 8h6"/>'),
  calendar: icon('<rect x="2" y="3" width="12" height="11" rx="2"/><path d="M2 6.5h12M5.5 1.5v3m5-3v3"/>'),
  phone: icon(
    '<path d="M3.2 2.2h2.3l1.1 2.9-1.5 1.2a8.6 8.6 0 0 0 4.6 4.6l1.2-1.5 2.9 1.1v2.3a1.3 1.3 0 0 1-1.4 1.3A11.6 11.6 0 0 1 1.9 3.6a1.3 1.3 0 0 1 1.3-1.4z"/>',
  ),
} as const;
