import { forCustomer } from '@muster/domain/reports/rules';
import type { VisitReport } from '@muster/domain/reports/schema';
import {
  answerInWords,
  checkListParts,
  momentInWords,
  outcomeWords,
  placeInWords,
  plannedWords,
  reasonTitles,
  stayWords,
} from '@muster/domain/reports/words';
import { abnInWords } from '@muster/domain/values/abn';
import { bytesOfPaper, type Colour, openPaper, type Paper } from '../../platform/pdf/paper.ts';

type ReadPicture = (file: string) => Promise<Uint8Array | undefined>;

/** As many go through any mail server, at the size at which they are drawn; the others are counted. */
const MOST_PHOTOS = 60;

const outcomeColours: Record<VisitReport['outcome'], Colour> = {
  completed: 'primary',
  'needs return': 'attention',
  'could not complete': 'danger',
};

export function drawnPhotos({ photos }: VisitReport): VisitReport['photos'] {
  return photos.slice(0, MOST_PHOTOS);
}

/** The report as a customer gets it: without what only the office sees. Drawn twice, it is the same to the byte. */
export function reportDocument(given: VisitReport, read: ReadPicture): AsyncGenerator<Uint8Array> {
  const report = forCustomer(given);
  const { business, number } = report;
  const paper = openPaper({
    title: `Report of visit ${number}`,
    author: business.name,
    at: new Date(endOf(report)),
    footer: `${business.name} · Report of visit ${number}`,
  });
  return bytesOfPaper(paper, draw(paper, report, read));
}

/** A document is as old as what it tells of. */
function endOf({ crew, planned }: VisitReport): string | number {
  const times = crew[0]?.times;
  return times?.done_at ?? times?.arrived_at ?? planned?.ends_at ?? 0;
}

async function* draw(paper: Paper, report: VisitReport, read: ReadPicture): AsyncGenerator<void> {
  drawHead(paper, report);
  drawWork(paper, report);
  yield* drawPhotos(paper, report, read);
  yield* drawSignature(paper, report, read);
}

function drawHead(paper: Paper, report: VisitReport): void {
  const { business, customer, site, job, crew, outcome } = report;
  const { zone } = site;
  const abn = business.abn === null ? '' : `ABN ${abnInWords(business.abn)}`;
  paper.head(business.name, [business.phone, business.email, abn].filter(Boolean));
  paper.heading(`Report of visit ${report.number}`, outcomeWords[outcome], outcomeColours[outcome]);
  const day = report.planned?.starts_at ?? null;
  const stays = crew.map(({ times }) => stayWords(times, zone, day)).filter(Boolean);
  paper.facts(
    (
      [
        ['Customer', customer.name],
        ['Where', placeInWords(site)],
        ['Planned', plannedWords(report)],
        // A crew moves as one; where it did not, everybody's time is told.
        ['On site', new Set(stays).size > 1 ? namedStays(report) : (stays[0] ?? '')],
        ['Who was there', crew.map(({ name }) => name).join(', ')],
        ['Kind of work', job.type],
      ] as const
    ).filter(([, value]) => value !== ''),
  );
}

function namedStays({ crew, site, planned }: VisitReport): string {
  const day = planned?.starts_at ?? null;
  return crew.map(({ name, times }) => `${name}: ${stayWords(times, site.zone, day) || '–'}`).join('\n');
}

function drawWork(paper: Paper, report: VisitReport): void {
  const { job, outcome, outcome_reason, notes, parts, photos } = report;
  if (outcome_reason !== '') {
    paper.section(reasonTitles[outcome]);
    paper.paragraph(outcome_reason, outcomeColours[outcome] === 'primary' ? 'text' : outcomeColours[outcome]);
  }
  if (job.description !== '') {
    paper.section('What was asked for');
    paper.paragraph(job.description);
  }
  if (notes.length > 0) {
    paper.section('What was done');
    for (const { text } of notes) paper.paragraph(text);
  }
  for (const { title, items } of checkListParts(report)) {
    paper.section(title);
    paper.rows(
      items.map((item) => ({
        left: item.text,
        right: answerInWords(item, photos),
        colour: item.answer === null ? 'muted' : 'text',
      })),
    );
  }
  if (parts.length > 0) {
    paper.section('Parts used');
    paper.rows(parts.map(({ name, quantity }) => ({ left: name, right: `× ${quantity}` })));
  }
}

const TWO = 2;

async function* drawPhotos(paper: Paper, report: VisitReport, read: ReadPicture): AsyncGenerator<void> {
  const photos = drawnPhotos(report);
  if (photos.length === 0) return;
  paper.section('Photos', 200);
  for (let at = 0; at < photos.length; at += TWO) {
    const row: { content: Uint8Array | undefined; text: string }[] = [];
    for (const [place, { id, taken_at }] of photos.slice(at, at + TWO).entries())
      row.push({
        content: await read(id),
        text: `Photo ${at + place + 1} · ${momentInWords(taken_at, report.site.zone)}`,
      });
    paper.pictures(row);
    yield;
  }
  const rest = report.photos.length - photos.length;
  if (rest > 0) paper.caption(`${rest} more ${rest === 1 ? 'photo is' : 'photos are'} kept with the visit.`);
}

async function* drawSignature(paper: Paper, report: VisitReport, read: ReadPicture): AsyncGenerator<void> {
  const { signature, site } = report;
  if (signature === null) return;
  paper.section('Signature', 110);
  const picture = signature.file_id === null ? undefined : await read(signature.file_id);
  paper.signature(picture, `${signature.name}, ${momentInWords(signature.signed_at, site.zone)}`);
  yield;
}
