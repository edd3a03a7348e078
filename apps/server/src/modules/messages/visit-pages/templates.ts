import { arrivalInWords } from '@muster/domain/messages/customer-messages/rules';
import type { Offers } from '../visit-offers/service.ts';
import {
  clocksInWords,
  dayFromNow,
  firstNameOf,
  type VisitNews,
} from '@muster/domain/messages/visit-pages/rules';
import { requestLimits, scores, scoreWords, timeOf } from '@muster/domain/messages/visit-requests/rules';
import type { ShownVisitRequest } from '@muster/domain/messages/visit-requests/schema';
import { filmPlayer } from '../../field/film-links/service.ts';
import type { FilmRecord } from '@muster/domain/field/films/schema';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import type { CustomerPage, PageOwner } from '../../../platform/site/customer-page.ts';
import { escapeHtml } from '../../../platform/site/html.ts';
import type { PageRow } from './store.ts';

/** What a customer may do on the page of a visit: each has a form. */
export const pageForms = ['confirm', 'note', 'gate', 'time', 'cancel', 'word'] as const;
export type PageForm = (typeof pageForms)[number];

/** What may be done now; a form that is not among them is not there. */
export type Open = Readonly<Record<PageForm, boolean>>;

/** A page as it is shown to somebody. */
export interface ShownPage {
  readonly row: PageRow;
  readonly news: VisitNews;
  readonly owner: PageOwner;
  readonly now: EpochMinutes;
  /** What they have asked for and told so far. */
  readonly requests: readonly ShownVisitRequest[];
  readonly open: Open;
  /** Whether nobody has set out yet, and somebody is still expected. */
  readonly isAhead: boolean;
  /** What the office wants them to see. */
  readonly films: readonly FilmRecord[];
  /** The address of the page, without what comes before it. */
  readonly path: string;
  /** Whether somebody of the business looks at it, who answers for nobody. */
  readonly isOffice: boolean;
  /** What a form is sent with, so that nobody else can send it, and it counts once. */
  readonly tokenOf: (form: PageForm) => string;
  /** What came of the form that was sent before. */
  readonly done?: string | undefined;
  /** Why a form was not taken, and what was typed into it. */
  readonly refused?: Refused | undefined;
}

export interface Refused {
  readonly form: PageForm;
  readonly text: string;
  readonly typed: Readonly<Record<string, string>>;
}

export function pageOf(page: ShownPage): CustomerPage {
  const { row, news, owner, isOffice, open, done, refused } = page;
  const work = row.job_type ?? 'Your visit';
  const said = done === undefined ? undefined : doneWords[done];
  const parts = [
    isOffice ? officeNote(row.customer) : '',
    said === undefined ? '' : `<p class="card said" role="status">${escapeHtml(said)}</p>`,
    refused?.form === 'confirm'
      ? `<p class="card said wrong" role="alert">${escapeHtml(refused.text)}</p>`
      : '',
    `<section class="card" data-live aria-labelledby="when">${head(page)}${facts(page)}${asked(page)}${confirm(page)}${buttons(page)}</section>`,
    shownFilms(page),
    open.word ? word(page) : '',
    tell(page),
  ];
  return {
    title: `${work} · ${owner.name}`,
    owner,
    main: parts.join(''),
    isLively: news.status !== 'Cancelled',
  };
}

/** What is said of each form that was taken. The address names it, so that a page that is read again says it again, and nothing else. */
const doneWords: Readonly<Record<string, string>> = {
  confirm: 'Thanks, that’s confirmed. See you then.',
  note: 'Thanks, we’ve passed it on.',
  gate: 'Thanks. Whoever comes will know how to get in.',
  booked: 'Done. That’s your new time.',
  time: 'Thanks. We’ve asked for that time and will let you know.',
  cancel: 'We’ve got your request to cancel and will be in touch.',
  word: 'Thanks for telling us.',
};

function officeNote(customer: string): string {
  return `<p class="card said note">You’re seeing this page as ${escapeHtml(customer)} sees it. Opening it doesn’t count as them, and nothing can be sent from here.</p>`;
}

/** What is the matter, in the order in which somebody looks for it. */
function head({ row, news, now }: ShownPage): string {
  const { zone } = row.site;
  const near = news.arrival && !news.isOff ? dayFromNow(news.arrival.from, now, zone) : '';
  const isRange = news.arrival !== null && news.headline === arrivalInWords(news.arrival, zone);
  return `<div><span class="status ${news.tone}">${icons[news.tone]}${escapeHtml(news.status)}</span></div>
<div><p class="quiet">${escapeHtml(row.job_type ?? 'Your visit')}</p>
<h1 id="when" class="time${news.isOff ? ' off' : ''}">${near && isRange ? `${near}, ` : ''}${escapeHtml(news.headline)}</h1></div>
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

/** What waits for an answer of the business, and what it answered last. */
function asked({ requests, isAhead }: ShownPage): string {
  const lines = (['another time', 'cancel'] as const).flatMap((kind) => {
    const latest = requests.find((request) => request.kind === kind);
    if (!latest || !isAhead) return [];
    const time = timeOf(latest.content);
    if (latest.decision === null)
      return kind === 'cancel'
        ? 'You’ve asked us to cancel this visit. It stays booked until we’ve been in touch.'
        : `You’ve asked for another time${time === '' ? '' : `: ${time}`}. We’ll let you know.`;
    if (latest.decision !== 'declined') return [];
    const what =
      kind === 'cancel'
        ? 'We haven’t cancelled this visit.'
        : `We couldn’t change the time${time === '' ? '' : ` to ${time}`}.`;
    return [what, latest.reply].filter(Boolean).join(' ');
  });
  return lines.map((line) => `<p class="said note">${escapeHtml(line)}</p>`).join('');
}

function confirm(page: ShownPage): string {
  if (page.row.confirmed_at !== null && page.isAhead && page.news.arrival !== null)
    return `<p class="status ok">${icons.ok}You’ve confirmed this time</p>`;
  if (!page.open.confirm) return '';
  return form(
    page,
    'confirm',
    `<button class="main">Confirm this time</button>`,
    'aria-label="Confirm this time"',
  );
}

function buttons({ row, news, path, open, isAhead }: ShownPage): string {
  const { phone } = row.business;
  const another = news.arrival === null ? 'Choose a time' : 'Ask for another time';
  const all = [
    open.time ? `<a class="button" href="${path}/time">${icons.info}${another}</a>` : '',
    news.arrival !== null && isAhead
      ? `<a class="button" href="${path}/visit.ics">${icons.calendar}Add to calendar</a>`
      : '',
    row.is_report_released ? `<a class="button main" href="${path}/report.pdf">Read the report</a>` : '',
    phone === ''
      ? ''
      : `<a class="button wide" href="tel:${escapeHtml(phone.replaceAll(/[^+\d]/g, ''))}">${icons.phone}Call ${escapeHtml(phone)}</a>`,
  ].filter(Boolean);
  return all.length === 0 ? '' : `<div class="buttons">${all.join('')}</div>`;
}

/** What somebody may want to say before the visit, each behind its own line. */
function tell(page: ShownPage): string {
  const { open, row, refused } = page;
  const { noteLength, gateCodeLength } = requestLimits;
  const { takes_photos: takesPhotos } = row.business.page;
  const sections = [
    open.note &&
      fold(
        page,
        'note',
        takesPhotos ? 'Send a note or a photo' : 'Send a note',
        `${area(refused, { form: 'note', name: 'text', label: 'What should we know?', hint: 'For whoever comes: what’s wrong, where to park, pets.', max: noteLength })}
${takesPhotos ? `<label>Photo <span class="quiet">JPEG or PNG, up to 10 MB</span><input type="file" name="photo" accept="image/jpeg,image/png,image/webp"></label>` : ''}
<button>Send</button>`,
        takesPhotos ? 'enctype="multipart/form-data"' : '',
      ),
    open.gate &&
      fold(
        page,
        'gate',
        'Tell us how to get in',
        `<label for="gate-code">Gate code, key safe or where the key is</label>
<p class="small quiet" id="gate-hint">Only whoever comes and our office see it. It isn’t shown on this page again.</p>
<input id="gate-code" name="code" maxlength="${gateCodeLength}" autocomplete="off" required aria-describedby="gate-hint"${problemAttributes(refused, 'gate')}>
<button>Send</button>`,
      ),
    open.cancel &&
      fold(
        page,
        'cancel',
        'Ask to cancel',
        `${area(refused, { form: 'cancel', name: 'text', label: 'Would you like to say why?', hint: 'We’ll be in touch. The visit stays booked until then.', max: noteLength })}
<button>Ask to cancel this visit</button>`,
      ),
  ].filter((section) => section !== false);
  if (sections.length === 0) return '';
  return `<section class="card" aria-labelledby="tell"><h2 id="tell">Anything else before we come?</h2><div>${sections.join('')}</div></section>`;
}

function shownFilms({ films, path }: ShownPage): string {
  if (films.length === 0) return '';
  const players = films.map((film, at) => {
    const label = films.length === 1 ? 'Video' : `Video ${at + 1}`;
    return filmPlayer(film, `${path}/films/${film.id}`, label);
  });
  return `<section class="card" aria-labelledby="films"><h2 id="films">${films.length === 1 ? 'A video for you' : 'Videos for you'}</h2>${players.join('')}</section>`;
}

function word(page: ShownPage): string {
  const { requests, refused } = page;
  const given = requests.find(({ kind }) => kind === 'word')?.content;
  const typed = refused?.form === 'word' ? refused.typed : undefined;
  const chosen = Number(typed?.['score'] ?? given?.score ?? 0);
  const choices = scores.map(
    (score) =>
      `<label class="choice five"><input type="radio" name="score" value="${score}" required${score === chosen ? ' checked' : ''}><span>${score}<span class="nowhere"> of 5,</span></span><span class="small">${scoreWords[score]}</span></label>`,
  );
  const said = typed?.['text'] ?? given?.text ?? '';
  return `<section class="card" aria-labelledby="word"><h2 id="word">How did we do?</h2>${problem(refused, 'word')}${form(
    page,
    'word',
    `<fieldset><legend class="nowhere">How did we do?</legend><div class="fives">${choices.join('')}</div></fieldset>
<label>Anything you’d like to add? <textarea name="text" maxlength="${requestLimits.wordLength}">${escapeHtml(said)}</textarea></label>
<button class="main">${given === undefined ? 'Send' : 'Change what I said'}</button>`,
  )}</section>`;
}

/** Times to choose from, on a page of their own: to find them takes a moment. */
export function timePage(page: ShownPage, { offers, later }: Offers): CustomerPage {
  const { owner, path, news, row, refused } = page;
  const isAtOnce = row.business.page.another_time === 'at once';
  const now =
    news.arrival === null
      ? ''
      : `<p class="quiet">Your time now: ${escapeHtml(arrivalInWords(news.arrival, row.site.zone))}</p>`;
  const choices = offers.map(
    ({ id, ...offer }) =>
      `<label class="choice"><input type="radio" name="offer" value="${id}" required><span class="time">${escapeHtml(timeOf({ on_date: offer.on_date, window_from: offer.window_from, window_to: offer.window_to }))}</span></label>`,
  );
  const none = `<label class="choice"><input type="radio" name="offer" value="none" required${refused?.typed['offer'] === 'none' || offers.length === 0 ? ' checked' : ''}><span>${offers.length === 0 ? 'I’ll say when suits me' : 'None of these suits me'}</span></label>`;
  const words = area(refused, {
    form: 'time',
    name: 'text',
    label: 'When would suit you?',
    hint: 'Only if none of these suits you.',
    max: requestLimits.noteLength,
  });
  return {
    title: `Choose a time · ${owner.name}`,
    owner,
    main: `${page.isOffice ? officeNote(row.customer) : ''}<section class="card" aria-labelledby="time"><div><h1 id="time">${news.arrival === null ? 'Choose a time' : 'Choose another time'}</h1>${now}</div>
${problem(refused, 'time')}
<p>${offers.length === 0 ? 'We have no free times to offer here right now.' : isAtOnce ? 'These times are free. The one you choose is booked at once.' : 'These times are free. We’ll confirm the one you choose.'} We arrive within the time you choose.</p>
${form(page, 'time', `<fieldset><legend class="nowhere">Times</legend>${choices.join('')}${none}</fieldset>${words}<button class="main">${isAtOnce && offers.length > 0 ? 'Book this time' : 'Ask for this time'}</button>`)}
<div class="buttons">${later === null ? '' : `<a class="button" href="${path}/time?from=${later}">Later times</a>`}<a class="button" href="${path}">Keep things as they are</a></div></section>`,
  };
}

function form(page: ShownPage, name: PageForm, fields: string, attributes = ''): string {
  if (page.isOffice) return `<form ${attributes}><fieldset disabled>${fields}</fieldset></form>`;
  const token = `<input type="hidden" name="form" value="${page.tokenOf(name)}">`;
  return `<form method="post" action="${page.path}/${name}" ${attributes}>${token}${fields}</form>`;
}

function fold(page: ShownPage, name: PageForm, title: string, fields: string, attributes = ''): string {
  const isOpen = page.refused?.form === name ? ' open' : '';
  return `<details${isOpen}><summary>${title}</summary>${problem(page.refused, name)}${form(page, name, fields, attributes)}</details>`;
}

function area(
  refused: Refused | undefined,
  { form: name, ...field }: { form: PageForm; name: string; label: string; hint: string; max: number },
): string {
  const typed = refused?.form === name ? (refused.typed[field.name] ?? '') : '';
  const id = `${name}-${field.name}`;
  return `<div><label for="${id}">${field.label}</label>
<p class="small quiet" id="${id}-hint">${field.hint}</p>
<textarea id="${id}" name="${field.name}" maxlength="${field.max}" aria-describedby="${id}-hint"${problemAttributes(refused, name)}>${escapeHtml(typed)}</textarea></div>`;
}

function problem(refused: Refused | undefined, name: PageForm): string {
  return refused?.form === name
    ? `<p class="problem" id="${name}-problem" role="alert">${escapeHtml(refused.text)}</p>`
    : '';
}

function problemAttributes(refused: Refused | undefined, name: PageForm): string {
  return refused?.form === name ? ' aria-invalid="true"' : '';
}

/** The same for whatever has no page: an address that never was, one that was revoked, one that is over. */
export const gonePage: CustomerPage = {
  title: 'This page isn’t available',
  owner: null,
  main: `<section class="card"><h1>This page isn’t available</h1>
<p>The link may be incomplete, or the page may have ended. Check the address in your message, or contact the business you booked with.</p></section>`,
};

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
