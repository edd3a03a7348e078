import { forCustomer } from '@muster/domain/field/reports/rules';
import type { VisitReport } from '@muster/domain/field/reports/schema';
import {
  answerInWords,
  changedByWords,
  checkListParts,
  contentChangeWords,
  enteredWords,
  outcomeWords,
  photoWords,
  placeInWords,
  plannedWords,
  reasonTitles,
  signatureStatement,
  signedWords,
  stayWords,
} from '@muster/domain/field/reports/words';
import { OUR_COLOUR } from '@muster/domain/values/colour';
import { fitted, registrationWords } from '@muster/domain/values/letterhead';
import { bytesOfPaper, type Colour, openPaper, type Paper } from '../../../platform/pdf.ts';

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
    title: `Visit report ${number}`,
    author: business.name,
    at: new Date(endOf(report)),
    footer: `${business.name} · Visit report ${number}`,
  });
  return bytesOfPaper(paper, draw(paper, report, read));
}

/** A document is as old as what it tells of. */
function endOf({ crew, planned }: VisitReport): string | number {
  const times = crew[0]?.times;
  return times?.done_at ?? times?.arrived_at ?? planned?.ends_at ?? 0;
}

async function* draw(paper: Paper, report: VisitReport, read: ReadPicture): AsyncGenerator<void> {
  await drawHead(paper, report, read);
  drawWork(paper, report);
  yield* drawPhotos(paper, report, read);
  yield* drawSignature(paper, report, read);
}

/** In points of paper. */
const LOGO_FRAME = { width: 180, height: 54 };

async function drawHead(paper: Paper, report: VisitReport, read: ReadPicture): Promise<void> {
  const { business, customer, site, job, crew, outcome } = report;
  const { zone } = site;
  const content = business.logo && (await read(business.logo.id));
  paper.head({
    name: business.name,
    lines: [business.phone, business.email, ...registrationWords(business)].filter(Boolean),
    colour: business.colour ?? OUR_COLOUR,
    logo: content ? { content, ...fitted(business.logo!, LOGO_FRAME) } : undefined,
  });
  paper.heading(`Visit report ${report.number}`, outcomeWords[outcome], outcomeColours[outcome]);
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
        ['Entered', enteredWords(report)],
        ['Technicians', crew.map(({ name }) => name).join(', ')],
        ['Type of work', job.type],
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
  for (let at = 0; at < photos.length; at += TWO) {
    const row: Parameters<Paper['pictures']>[0][number][] = [];
    for (const [place, photo] of photos.slice(at, at + TWO).entries())
      row.push({ content: await read(photo.id), ...photoWords(report, photo, at + place + 1) });
    paper.pictures(row, at === 0 ? 'Photos' : undefined);
    yield;
  }
  const rest = report.photos.length - photos.length;
  if (rest > 0) paper.caption(`${rest} more ${rest === 1 ? 'photo' : 'photos'} on file.`);
}

async function* drawSignature(paper: Paper, report: VisitReport, read: ReadPicture): AsyncGenerator<void> {
  const { signature, site, customer, changed } = report;
  if (signature === null) return;
  const picture = signature.file_id === null ? undefined : await read(signature.file_id);
  const statement = signatureStatement({ ...signature, customer: customer.name });
  paper.signature('Signature', picture, signedWords(signature, site.zone), statement);
  yield;
  if (changed.length === 0) return;
  paper.section('Changed after signing');
  paper.rows(
    changed.map((change) => ({
      left: contentChangeWords(change),
      right: changedByWords(change, site.zone),
      colour: 'muted',
    })),
  );
  yield;
}
