import { appointmentsText } from '@muster/domain/messages/calendars/icalendar';
import { firstNameOf, type VisitForCustomer, visitNews } from '@muster/domain/messages/visit-pages/rules';
import { registrationWords } from '@muster/domain/values/letterhead';
import { type EpochMinutes, minuteAt, minutes } from '@muster/domain/values/minutes';
import type { Place } from '@muster/domain/values/travel';
import { minuteOf, momentText } from '@muster/domain/work/assignments/rules';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { PageOwner } from '../../../platform/site/customer-page.ts';
import { timesOfDrives } from '../../dispatch/roads/service.ts';
import { logoOf, readContent } from '../../field/files/service.ts';
import { askForDocument, reportOf } from '../../field/reports/service.ts';
import type { OpenVisitLink } from '../visit-links/service.ts';
import { type PageRow, readPage } from './store.ts';
import type { ShownPage } from './templates.ts';

type Read = Pick<ShownPage, 'row' | 'news' | 'now'>;

/** What the page of a visit tells at a moment. */
export async function readVisitPage(db: Tx, visit: string, at: Date): Promise<Read> {
  const row = await readPage(db, visit);
  if (!row) throw new Failure('notFound');
  const now = minuteAt(at);
  return { row, now, news: visitNews({ ...forCustomer(row), drive: await driveTo(db, row) }, now) };
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

/** How long whoever is on the way needs from where they were last. */
async function driveTo(db: Tx, { state, origin, site }: PageRow) {
  if (state !== 'en route' || origin === null) return null;
  const [place, from] = [site, origin].map(({ id, latitude, longitude }): Place => ({
    id,
    position: { latitude, longitude },
  })) as [Place, Place];
  const [drive] = await timesOfDrives(db, [{ from, to: place }]);
  return minutes(drive!.minutes);
}

/** The visit for the customer's calendar, under the name that mails give it, so that it is there once. */
export function calendarFile({ row, news }: Read): string | undefined {
  if (news.arrival === null || news.isOff) return undefined;
  const { business, job_type, site, lead } = row;
  const who = news.isNamed && lead !== null ? [`Who: ${firstNameOf(lead.name)}`] : [];
  return appointmentsText('PUBLISH', [
    {
      uid: row.visit_id,
      start: momentText(news.arrival.from),
      end: momentText(news.arrival.to),
      modified: momentText(news.arrival.from),
      sequence: row.messages.length,
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
