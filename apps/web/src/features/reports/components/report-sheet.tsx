import { abnInWords } from '@muster/domain/values/abn';
import {
  answerInWords,
  checkListParts,
  momentInWords,
  outcomeWords,
  placeInWords,
  plannedWords,
  reasonTitles,
} from '@muster/domain/reports/words';
import type { ReactNode } from 'react';
import { contentOf, thumbnailOf } from '../../../lib/files.ts';
import type { Report } from '../api.ts';
import { ReportNotes } from './report-notes.tsx';
import { ReportTimes } from './report-times.tsx';
import './report-sheet.css';

/** A finished visit as the customer reads of it, with what only the office sees set apart. */
export function ReportSheet({ report }: { report: Report }) {
  const { business, number, outcome, outcome_reason, job, parts, photos, site } = report;
  return (
    <article className="report" aria-labelledby="report-title">
      <header className="report__head">
        <p className="report__business">{business.name}</p>
        <p className="report__reach">
          {[business.phone, business.email, business.abn === null ? '' : `ABN ${abnInWords(business.abn)}`]
            .filter(Boolean)
            .map((line) => (
              <span key={line}>{line}</span>
            ))}
        </p>
      </header>
      <h1 id="report-title">Report of visit {number}</h1>
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
        <Part title="What was asked for">
          <p className="report__text">{job.description}</p>
        </Part>
      )}
      <ReportNotes notes={report.notes} zone={site.zone} />
      {checkListParts(report).map(({ title, items }) => (
        <Part key={title} title={title}>
          <Lines
            lines={items.map((item, at) => ({
              key: `${at} ${item.text}`,
              left: item.text,
              right: answerInWords(item, photos),
              isOpen: item.answer === null || item.answer === false,
            }))}
          />
        </Part>
      ))}
      {parts.length > 0 && (
        <Part title="Parts used">
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="report__part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Facts({ report }: { report: Report }) {
  const { customer, site, crew, job } = report;
  const facts: [string, ReactNode][] = [
    ['Customer', customer.name],
    ['Where', placeInWords(site)],
    ['Planned', plannedWords(report)],
    ['On site', <ReportTimes key="times" report={report} />],
    ['Who was there', crew.map(({ name }) => name).join(', ')],
    ['Kind of work', job.type],
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
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="report__lines">
      {lines.map(({ key, left, right, isOpen = false }) => (
        <li key={key}>
          <span>{left}</span>
          <span data-open={isOpen || undefined}>{right}</span>
        </li>
      ))}
    </ul>
  );
}

function Photos({ report: { photos, site } }: { report: Report }) {
  if (photos.length === 0) return null;
  return (
    <Part title="Photos">
      <div className="report__photos">
        {photos.map(({ id, width, height, taken_at }, at) => (
          <figure key={id}>
            <a href={contentOf(id)} aria-label={`Save photo ${at + 1} in full size`} download>
              <img src={thumbnailOf(id)} alt="" width={width} height={height} />
            </a>
            <figcaption>
              Photo {at + 1} · {momentInWords(taken_at, site.zone)}
            </figcaption>
          </figure>
        ))}
      </div>
    </Part>
  );
}

function Signature({ report: { signature, site } }: { report: Report }) {
  if (signature === null) return null;
  return (
    <Part title="Signature">
      {signature.file_id !== null && (
        <img
          className="report__signature"
          src={thumbnailOf(signature.file_id)}
          alt={`Signature of ${signature.name}`}
        />
      )}
      <p>
        {signature.name}, {momentInWords(signature.signed_at, site.zone)}
      </p>
    </Part>
  );
}
