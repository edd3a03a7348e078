import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import { appointmentsText } from '@muster/domain/messages/calendars/icalendar';
import { firstNameOf, type VisitForCustomer, visitNews } from '@muster/domain/messages/visit-pages/rules';
import { requestLimits, scores } from '@muster/domain/messages/visit-requests/rules';
import { isId } from '@muster/domain/values/ids';
import { registrationWords } from '@muster/domain/values/letterhead';
import { dateAt, timeAt } from '@muster/domain/values/local-time';
import { type EpochMinutes, HOUR_MINUTES, type Minutes, minuteAt } from '@muster/domain/values/minutes';
import { minuteOf, momentText } from '@muster/domain/work/assignments/rules';
import { isOver, type VisitState } from '@muster/domain/work/visits/states';
import { runCommand } from '../../../platform/changes/command.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { PageOwner } from '../../../platform/site/customer-page.ts';
import { logoOf, readContent, storePart } from '../../field/files/service.ts';
import { sharedFilms } from '../../field/films/service.ts';
import { driveTo } from '../../field/my-visits/service.ts';
import { askForDocument, reportOf } from '../../field/reports/service.ts';
import { addWhole } from '../../field/uploads/service.ts';
import { holdCrews } from '../../work/assignments/service.ts';
import { changeVisit } from '../../work/visits/service.ts';
import type { OpenVisitLink } from '../visit-links/service.ts';
import { chosenOffer, contentOf, takeOffer } from '../visit-offers/service.ts';
import {
  askForTime,
  askToCancel,
  giveGateCode,
  giveWord,
  isWordOpen,
  listRequestsOfVisit,
  readPageSettings,
  sendNote,
} from '../visit-requests/service.ts';
import { type PageRow, readPage } from './store.ts';
import type { Open, PageForm, ShownPage } from './templates.ts';

type Read = Pick<ShownPage, 'row' | 'news' | 'now' | 'requests' | 'open' | 'isAhead' | 'films'>;

/** What the page of a visit tells at a moment, and what may be answered. */
export async function readVisitPage(db: Tx, visit: string, at: Date): Promise<Read> {
  const row = await readPage(db, visit);
  if (!row) throw new Failure('notFound');
  const now = minuteAt(at);
  const news = visitNews({ ...forCustomer(row), drive: await driveOf(db, row) }, now);
  const requests = await listRequestsOfVisit(db, visit);
  const isAhead = waiting.has(row.state) && (news.arrival === null || news.arrival.to >= now);
  const films = await sharedFilms(db, visit);
  const open = openForms({ row, now, news, requests, isAhead }, at);
  return { row, now, news, requests, isAhead, films, open };
}

const waiting: ReadonlySet<VisitState> = new Set(['unscheduled', 'planned', 'dispatched']);
const there: ReadonlySet<VisitState> = new Set(['en route', 'on site']);

const nothingOpen: Open = {
  confirm: false,
  note: false,
  gate: false,
  time: false,
  cancel: false,
  word: false,
};

function openForms({ row, now, news, requests, isAhead }: Omit<Read, 'open' | 'films'>, at: Date): Open {
  // Nobody of the business could act on it: whoever wants something rings.
  if (row.business.is_read_only) return nothingOpen;
  const { another_time, hours_before, most_changes } = row.business.page;
  const { arrival } = news;
  const word = requests.find(({ kind }) => kind === 'word');
  const asked = requests.filter(({ kind }) => kind === 'another time').length;
  const isEarly = arrival === null || arrival.from - now >= hours_before * HOUR_MINUTES;
  const isCancelling = requests.some(({ kind, decision }) => kind === 'cancel' && decision === null);
  return {
    confirm: isAhead && arrival !== null && row.confirmed_at === null,
    note: isAhead || there.has(row.state),
    gate: isAhead || there.has(row.state),
    time: isAhead && another_time !== 'off' && isEarly && asked < most_changes,
    cancel: isAhead && !isCancelling,
    word: isOver(row.state) && (word === undefined || isWordOpen(word, at)),
  };
}

/** The business, as the page shows it. */
export async function ownerOf(
  deps: Pick<Deps, 'database' | 'files'>,
  { account }: OpenVisitLink,
  { business: { name, colour, logo_id, ...registered } }: PageRow,
): Promise<PageOwner> {
  const logo = logo_id === null ? undefined : await logoOf(deps, account, logo_id);
  return { name, colour, logo: logo ?? null, registration: registrationWords(registered) };
}

function forCustomer(row: PageRow): Omit<VisitForCustomer, 'drive'> {
  const { lead, late } = row;
  const moment = (text: string | null | undefined): EpochMinutes | null =>
    text === null || text === undefined ? null : minuteOf(text);
  return {
    state: row.state,
    zone: row.site.zone,
    on_date: row.on_date,
    window_from: row.window_from,
    window_to: row.window_to,
    start: moment(lead?.starts_at),
    enRouteAt: moment(lead?.en_route_at),
    onSiteAt: moment(lead?.on_site_at),
    doneAt: moment(row.done_at),
    isAstray: row.is_astray,
    late: moment(late?.expected_at),
    messages: row.messages,
  };
}

/** How long whoever is on the way needs from where they were last, as the message of it reckons. */
async function driveOf(db: Tx, { state, lead, visit_id }: PageRow): Promise<Minutes | null> {
  if (state !== 'en route' || !lead?.en_route_at) return null;
  return (await driveTo(db, lead.technician_id, visit_id, new Date(lead.en_route_at))) ?? null;
}

/** The visit for the customer's calendar, under the name that mails give it, so that it is there once. */
export function calendarFile({ row, news }: Read, at: Date): string | undefined {
  if (news.arrival === null || news.isOff) return undefined;
  const { business, job_type, site, lead } = row;
  const who = news.isNamed && lead !== null ? [`Who: ${firstNameOf(lead.name)}`] : [];
  return appointmentsText('PUBLISH', [
    {
      uid: row.visit_id,
      start: momentText(news.arrival.from),
      end: momentText(news.arrival.to),
      // As in the mail that said this, so that calendars take the next one for newer.
      modified: row.messages.at(-1)?.at ?? at.toISOString(),
      sequence: Math.max(0, row.messages.length - 1),
      status: 'CONFIRMED',
      summary: job_type === null ? business.name : `${business.name}: ${job_type}`,
      location: [site.address, site.suburb].filter(Boolean).join(', '),
      description: [
        'We arrive within this time.',
        ...who,
        ...(business.phone === '' ? [] : [`Phone: ${business.phone}`]),
      ].join('\n'),
      url: '',
    },
  ]);
}

/** The report as it stands now, once it was released to the customer. */
export async function reportFile(
  { database: { db }, files: storage }: Pick<Deps, 'database' | 'files'>,
  { account, visit }: OpenVisitLink,
  at: Date,
): Promise<Buffer | 'waiting'> {
  const document = await withAccount(db, account, async (db) => {
    if (!(await readPage(db, visit))?.is_report_released) throw new Failure('notFound');
    const { report } = await reportOf(db, visit);
    return askForDocument(db, account, report, at);
  });
  return 'progress' in document ? 'waiting' : readContent(storage, account, document.pieces);
}

/** What somebody has sent from the page. */
export interface Answer {
  readonly form: PageForm;
  /** Made with the form: what is sent again is done once. */
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly photo: { readonly bytes: Buffer } | undefined;
}

/** What came of it, by which the page says so afterwards. */
export type Came = PageForm | 'booked';

const NOT_OPEN =
  'This can’t be done here any more. The visit has changed, or it’s too close. Please call us.';

const NOT_ONLINE = 'This can’t be done online right now. Please call us.';

/** Does what a customer answers, as a change of theirs that history names them by. */
export async function takeAnswer(
  deps: Pick<Deps, 'database' | 'files' | 'settings'>,
  link: OpenVisitLink,
  answer: Answer,
  at: Date,
): Promise<Came> {
  const { form, fields, photo } = answer;
  const { visit } = link;
  const text = (fields['text'] ?? '').trim();
  const run = (kind: ChangeKind, work: (write: Writer, read: Read) => Promise<unknown>) =>
    runAnswer(deps, link, answer, { at, kind, work });
  switch (form) {
    case 'confirm':
      await run('visit confirmed', (write, read) => confirmVisit(write, visit, read));
      return form;
    case 'note': {
      checkLength(text, requestLimits.noteLength);
      if (text === '' && photo === undefined)
        throw new Failure('unprocessable', 'Write something or choose a photo first.');
      if (photo === undefined) {
        await run('customer answered', (write) => sendNote(write, visit, { text, file: undefined }));
        return form;
      }
      return withPhoto(deps, link, { bytes: photo.bytes, id: answer.id }, (keep) =>
        run('customer answered', async (write, { row }) => {
          if (!row.business.page.takes_photos)
            throw new Failure('unprocessable', 'Photos can’t be sent here. Please email or text us.');
          await keep(write);
          await sendNote(write, visit, { text, file: answer.id });
        }),
      );
    }
    case 'gate': {
      const code = (fields['code'] ?? '').trim().replaceAll(/\s+/g, ' ');
      checkLength(code, requestLimits.gateCodeLength);
      if (code === '') throw new Failure('unprocessable', 'Enter the code, or say where the key is.');
      await run('customer answered', (write, { row }) => giveGateCode(write, visit, code, row.site.zone));
      return form;
    }
    case 'cancel':
      checkLength(text, requestLimits.noteLength);
      await run('customer answered', (write) => askToCancel(write, visit, text));
      return form;
    case 'word': {
      checkLength(text, requestLimits.wordLength);
      const score = scores.find((known) => String(known) === fields['score']);
      if (score === undefined) throw new Failure('unprocessable', 'Choose from 1 to 5 first.');
      await run('customer answered', (write) =>
        giveWord(write, visit, { score, ...(text !== '' && { text }) }),
      );
      return form;
    }
    case 'time':
  }
  checkLength(text, requestLimits.noteLength);
  return chooseTime(deps, link, answer, { text, at });
}

/** A time is theirs at once, or asked for, as the owner wants it; words are always asked. */
async function chooseTime(
  deps: Pick<Deps, 'database'>,
  link: OpenVisitLink,
  answer: Answer,
  { text, at }: { text: string; at: Date },
): Promise<Came> {
  const { visit, account } = link;
  const offer = answer.fields['offer'] ?? '';
  if (offer === 'none' && text === '') throw new Failure('unprocessable', 'Tell us when would suit you.');
  if (offer !== 'none' && !isId(offer)) throw new Failure('unprocessable', 'Choose a time first.');
  const { another_time } = await withAccount(deps.database.db, account, readPageSettings);
  if (offer !== 'none' && another_time === 'at once') {
    await runAnswer(deps, link, answer, {
      at,
      kind: 'visit scheduled',
      work: (write) => takeOffer(write, visit, offer),
    });
    return 'booked';
  }
  await runAnswer(deps, link, answer, {
    at,
    kind: 'customer answered',
    work: async (write) =>
      askForTime(
        write,
        visit,
        offer === 'none' ? { text } : contentOf(await chosenOffer(write, visit, offer)),
      ),
  });
  return 'time';
}

async function runAnswer(
  { database: { db } }: Pick<Deps, 'database'>,
  { account, visit, id: visitLink }: OpenVisitLink,
  { form, id, fields, photo }: Answer,
  { at, kind, work }: { at: Date; kind: ChangeKind; work: (write: Writer, read: Read) => Promise<unknown> },
): Promise<void> {
  const author = { user: null, apiKey: null, visitLink, role: 'dispatcher' } as const;
  const body = { visit, form, fields, photo: photo?.bytes.length ?? 0 };
  // Of a read-only account no form is open, which its own words say: why is no business of a customer's.
  await runCommand(db, { account, id, kind, body, author, at, whenReadOnly: true }, async (write) => {
    // Technicians before any row, as whoever books does: so nothing changes between looking and writing.
    await holdCrews(write, [visit]);
    const read = await readVisitPage(write.db, visit, at);
    if (!read.open[form])
      throw new Failure('conflict', read.row.business.is_read_only ? NOT_ONLINE : NOT_OPEN);
    write.concern([read.row.job_id, read.row.customer_id]);
    await work(write, read);
    return null;
  });
}

/** What is confirmed is agreed: that day and arrival are kept from then on. */
async function confirmVisit(write: Writer, visit: string, { news, row }: Read): Promise<void> {
  const { from, to } = news.arrival!;
  const { zone } = row.site;
  const agreed = {
    on_date: dateAt(from, zone),
    window_from: timeAt(from, zone),
    window_to: timeAt(to, zone),
  };
  const confirmed_at = write.at.toISOString();
  await changeVisit(write, visit, { ...agreed, confirmed_at, confirmed_for: agreed });
}

/** A picture is a file of the visit as any other: within the business's room, and nobody opens it before it was drawn anew. */
async function withPhoto(
  { files: storage, settings }: Pick<Deps, 'files' | 'settings'>,
  { account, visit }: OpenVisitLink,
  { id, bytes }: { id: string; bytes: Buffer },
  work: (keep: (write: Writer) => Promise<void>) => Promise<void>,
): Promise<Came> {
  if (bytes.length > requestLimits.photoBytes)
    throw new Failure('unprocessable', 'The photo is larger than 10 MB. Choose a smaller one.');
  if (!isPicture(bytes))
    throw new Failure(
      'unprocessable',
      'Choose a photo as JPEG, PNG or WebP. Other files can’t be sent here.',
    );
  const pieces = await storePart(storage, account, bytes);
  /** Only where that is certain: a commit whose answer was lost may have kept it, and the sweep finds what nobody kept. */
  let isNeedless = true;
  try {
    await work(async (write) => {
      const file = { kind: 'photo', name: 'From the customer.jpg', taken_at: null } as const;
      await addWhole(write, account, settings, {
        ...file,
        id,
        subject: 'visit',
        subject_id: visit,
        bytes: bytes.length,
        pieces,
      });
      isNeedless = false;
    });
  } finally {
    if (isNeedless) for (const { key } of pieces) await storage.remove(account, key);
  }
  return 'note';
}

/** By its first bytes: JPEG, PNG or WebP. Whether it can be drawn is found out when it is. */
function isPicture(bytes: Buffer): boolean {
  const begins = (hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex;
  return (
    begins('ffd8ff') ||
    begins('89504e470d0a1a0a') ||
    (begins('52494646') && bytes.subarray(8, 12).toString('latin1') === 'WEBP')
  );
}

function checkLength(text: string, most: number): void {
  if (text.length > most)
    throw new Failure(
      'unprocessable',
      `That’s too long. Use up to ${most.toLocaleString('en-AU')} characters.`,
    );
}
