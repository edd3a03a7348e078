import { registrationWords } from '@muster/domain/values/letterhead';
import {
  answerInWords,
  changedByWords,
  checkListParts,
  contentChangeWords,
  enteredWords,
  momentInWords,
  outcomeWords,
  photoWords,
  placeInWords,
  plannedWords,
  reasonTitles,
  sectionWords,
  signatureStatement,
  signedWords,
  stayWords,
} from '@muster/domain/field/reports/words';
import { forCustomer } from '@muster/domain/field/reports/rules';
import type { ReportChoiceEdit, VisitReport } from '@muster/domain/field/reports/schema';
import type { ReportSection } from '@muster/domain/work/settings/schema';
import { createContext, type ReactNode, use, useId } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { contentOf, thumbnailOf } from '../../../../lib/files/files.ts';
import { chooseForReport, showNote } from '../api.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { Letterhead, letterheadStyle } from '../../../../lib/kit/letterhead.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import './report-sheet.css';

interface ReportSheetProps {
  report: VisitReport;
  /** Whether the office chooses there what is on it; else it is as the customer reads it. */
  canChoose?: boolean;
}

/** Whether what is left out can be chosen on the sheet around. */
const CanChoose = createContext(false);

/** A finished visit as the customer reads of it, with what only the office sees set apart. */
export function ReportSheet({ report: given, canChoose = false }: ReportSheetProps) {
  const report = canChoose ? given : forCustomer(given);
  return (
    <CanChoose value={canChoose}>
      <Sheet report={report} />
    </CanChoose>
  );
}

function Sheet({ report }: { report: VisitReport }) {
  const { business, number, outcome, outcome_reason, job, parts, site, left_out, visit_id } = report;
  const { photos } = forCustomer(report);
  const title = useId();
  return (
    <article className="report" aria-labelledby={title}>
      <ReportHead business={business} logo={business.logo?.id ?? null} />
      <h1 id={title}>Visit report {number}</h1>
      <p className="report__outcome" data-outcome={outcome}>
        {outcomeWords[outcome]}
      </p>
      <Facts report={report} />
      {outcome_reason !== '' && (
        <Part title={reasonTitles[outcome]}>
          <p className="report__text report__reason" data-outcome={outcome}>
            {outcome_reason}
          </p>
        </Part>
      )}
      {job.description !== '' && (
        <Part {...sectionOf(report, 'description')}>
          <p className="report__text">{job.description}</p>
        </Part>
      )}
      <ReportNotes notes={report.notes} zone={site.zone} />
      {checkListParts(report).map(({ title, items }, place) => (
        <Part key={title} {...sectionOf(report, 'check list')} title={title} isFirst={place === 0}>
          <Lines
            lines={items.map((item, at) => ({
              key: `${at} ${item.text}`,
              left: item.text,
              right: answerInWords(item, photos),
              isOpen: item.answer === null || item.answer === false,
              isLeftOut: left_out.answers.includes(item.text),
              choice: { visit: visit_id, what: 'answer', name: item.text, of: item.text },
            }))}
          />
        </Part>
      ))}
      {parts.length > 0 && (
        <Part {...sectionOf(report, 'parts')}>
          <Lines
            lines={parts.map(({ name, quantity }, at) => ({
              key: `${at} ${name}`,
              left: name,
              right: `× ${quantity}`,
            }))}
          />
        </Part>
      )}
      <Photos report={report} />
      <Signature report={report} />
    </article>
  );
}

type Headed = Omit<VisitReport['business'], 'logo' | 'zone'>;

/** Whose report it is, with how to reach them and by what they can be looked up. */
export function ReportHead({ business, logo }: { business: Headed; logo: string | null }) {
  const lines = [business.phone, business.email, ...registrationWords(business)].filter(Boolean);
  return (
    <header className="report__head" style={letterheadStyle(business.colour)}>
      <p className="report__business">
        <Letterhead name={business.name} logo={logo} frame={{ width: '240px', height: '72px' }} />
      </p>
      <p className="report__reach">
        {logo !== null && <b>{business.name}</b>}
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
    </header>
  );
}

/** What is told of a section, and what it takes to choose it. */
function sectionOf({ left_out, visit_id }: VisitReport, section: ReportSection) {
  return {
    title: sectionWords[section],
    isLeftOut: left_out.sections.includes(section),
    choice: { visit: visit_id, what: 'section', name: section, of: sectionWords[section] } as const,
  };
}

interface PartProps {
  title: string;
  children: ReactNode;
  isLeftOut?: boolean;
  /** Where it can be left out. */
  choice?: Choice;
  /** Of those that are chosen together, the one that has the button. */
  isFirst?: boolean;
}

function Part({ title, children, isLeftOut = false, choice, isFirst = true }: PartProps) {
  return (
    <section className={`report__part${isLeftOut ? ' report__office' : ''}`}>
      <div className="report__title">
        <h2>{title}</h2>
        {choice && isFirst && <Choose {...choice} isLeftOut={isLeftOut} />}
      </div>
      {isLeftOut && isFirst && <p className="report__hint">Left out: the customer doesn’t see this part.</p>}
      {children}
    </section>
  );
}

interface Choice {
  visit: string;
  what: ReportChoiceEdit['what'];
  name: string;
  /** What it is called. */
  of: string;
}

/** Leaves something out of the report, or puts it back. */
function Choose({ visit, what, name, of, isLeftOut }: Choice & { isLeftOut: boolean }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  if (!use(CanChoose)) return null;

  async function choose() {
    await run({
      what: [visit, what, name, isLeftOut],
      send: (key) => chooseForReport(visit, { what, key: name, shown: isLeftOut }, key),
      done: isLeftOut ? `${of}: on the report again.` : `${of}: left out of the report.`,
    });
    void queryClient.invalidateQueries({ queryKey: ['reports'] });
  }

  return (
    <ActionButton
      variant="subtle"
      size="compact-sm"
      className="report__choose"
      busy={isRunning}
      aria-label={isLeftOut ? `Put on the report: ${of}` : `Leave out: ${of}`}
      onClick={() => void choose()}
    >
      {isLeftOut ? 'Put on the report' : 'Leave out'}
    </ActionButton>
  );
}

function Facts({ report }: { report: VisitReport }) {
  const { customer, site, crew, job } = report;
  const facts: [string, ReactNode][] = [
    ['Customer', customer.name],
    ['Where', placeInWords(site)],
    ['Planned', plannedWords(report)],
    ['On site', <ReportTimes key="times" report={report} />],
    ['Entered', enteredWords(report)],
    ['Technicians', crew.map(({ name }) => name).join(', ')],
    ['Type of work', job.type],
  ];
  return (
    <dl className="report__facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

interface Line {
  key: string;
  left: string;
  right: string;
  isOpen?: boolean;
  isLeftOut?: boolean;
  choice?: Choice;
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="report__lines">
      {lines.map(({ key, left, right, isOpen = false, isLeftOut = false, choice }) => (
        <li key={key} data-left-out={isLeftOut || undefined}>
          <span>{left}</span>
          <span data-open={isOpen || undefined}>{right}</span>
          {choice && <Choose {...choice} isLeftOut={isLeftOut} />}
        </li>
      ))}
    </ul>
  );
}

function Photos({ report }: { report: VisitReport }) {
  const { photos, site, visit_id, left_out } = report;
  const shown = forCustomer(report).photos;
  if (photos.length === 0) return null;
  return (
    <Part {...sectionOf(report, 'photos')}>
      <div className="report__photos">
        {photos.map((photo) => {
          const { id, width, height } = photo;
          const isLeftOut = left_out.photos.includes(id);
          // Numbered as the customer sees them.
          const place = shown.findIndex((one) => one.id === id) + 1;
          const { title, detail } = photoWords(report, photo, place);
          const name = place === 0 ? 'Photo' : `Photo ${place}`;
          return (
            <figure key={id} data-left-out={isLeftOut || undefined}>
              <a href={contentOf(id)} aria-label={`Save ${name.toLowerCase()} in full size`} download>
                <img src={thumbnailOf(id)} alt="" width={width} height={height} />
              </a>
              <figcaption>
                <span>
                  <b>{title}</b>
                  <span>{detail}</span>
                </span>
                <Choose
                  visit={visit_id}
                  what="photo"
                  name={id}
                  of={place === 0 ? `Photo of ${momentInWords(photo.taken_at, site.zone)}` : name}
                  isLeftOut={isLeftOut}
                />
              </figcaption>
            </figure>
          );
        })}
      </div>
    </Part>
  );
}

function Signature({ report: { signature, site, customer, changed } }: { report: VisitReport }) {
  if (signature === null) return null;
  return (
    <section className="report__part">
      <div className="report__signed">
        <h2>Signature</h2>
        {signature.file_id !== null && (
          <img
            className="report__signature"
            src={thumbnailOf(signature.file_id)}
            alt={`Signature of ${signature.name}`}
          />
        )}
        <p>{signedWords(signature, site.zone)}</p>
        <p className="report__when">{signatureStatement({ ...signature, customer: customer.name })}</p>
      </div>
      {changed.length > 0 && (
        <div className="report__changed">
          <h3>Changed after signing</h3>
          <Lines
            lines={changed.map((change) => ({
              key: `${change.part} ${change.how} ${change.what}`,
              left: contentChangeWords(change),
              right: changedByWords(change, site.zone),
            }))}
          />
        </div>
      )}
    </section>
  );
}

type Note = VisitReport['notes'][number];

/** Notes stay inside until the office chooses them for the customer. */
function ReportNotes({ notes, zone }: { notes: readonly Note[]; zone: string }) {
  const [chosen, inside] = [true, false].map((is) => notes.filter(({ for_customer }) => for_customer === is));
  return (
    <>
      {chosen!.length > 0 && (
        <section className="report__part">
          <h2>What was done</h2>
          {chosen!.map((note) => (
            <NoteLine key={note.id} note={note} zone={zone} />
          ))}
        </section>
      )}
      {inside!.length > 0 && (
        <section className="report__part report__office" aria-label="Notes for the office">
          <h2>Only for the office</h2>
          <p className="report__hint">
            The customer doesn’t see these notes. They aren’t in the PDF or the email.
          </p>
          {inside!.map((note) => (
            <NoteLine key={note.id} note={note} zone={zone} />
          ))}
        </section>
      )}
    </>
  );
}

function NoteLine({ note, zone }: { note: Note; zone: string }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const canChoose = use(CanChoose);
  const { id, text, noted_at, for_customer } = note;

  async function choose() {
    await run({
      what: [id, !for_customer],
      send: (key) => showNote(id, !for_customer, key),
      done: for_customer ? 'Only the office sees this note now.' : 'The customer sees this note now.',
    });
    void queryClient.invalidateQueries({ queryKey: ['reports'] });
  }

  return (
    <div className="report__note">
      <div>
        <p className="report__text">{text}</p>
        <p className="report__when">{momentInWords(noted_at, zone)}</p>
      </div>
      {canChoose && (
        <ActionButton
          variant="subtle"
          size="compact-sm"
          className="report__choose"
          busy={isRunning}
          aria-label={for_customer ? `Hide from the customer: ${text}` : `Show to the customer: ${text}`}
          onClick={() => void choose()}
        >
          {for_customer ? 'Hide from the customer' : 'Show to the customer'}
        </ActionButton>
      )}
    </div>
  );
}

/** When they were there, each of a crew that did not move as one; and, for the office alone, what was measured before it was corrected. */
function ReportTimes({ report: { crew, site, planned } }: { report: VisitReport }) {
  const day = planned?.starts_at ?? null;
  const told = crew.map(({ id, name, times }) => ({
    id,
    name,
    times,
    words: stayWords(times, site.zone, day),
  }));
  const areAlike = new Set(told.map(({ words }) => words)).size <= 1;
  const shown = areAlike ? told.slice(0, 1) : told;
  return (
    <>
      {shown.map(({ id, name, times, words }) => (
        <span key={id} className="report__stay">
          {areAlike ? '' : `${name}: `}
          {words || 'Not recorded'}
          {times.measured !== null && (
            <span className="report__inside">
              Corrected: {times.reason}. Measured: {stayWords(times.measured, site.zone, day) || 'nothing'}.
            </span>
          )}
        </span>
      ))}
    </>
  );
}
