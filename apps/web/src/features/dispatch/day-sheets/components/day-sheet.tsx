import { CrewDot } from '../../../../lib/kit/choices/crew-colour.tsx';
import type { PlannedVisit, TechnicianDay } from '../model/day-plan.ts';
import { addressWords, dayFacts, siteTimeWords, spanWords, windowWords } from '../model/sheet-words.ts';
import { Paper, type PaperHead } from './paper.tsx';
import './day-sheet.css';

interface DaySheetProps {
  technician: TechnicianDay;
  zone: string;
  head: PaperHead;
}

/** One technician's day, to take along. */
export function DaySheet({ technician, zone, head }: DaySheetProps) {
  const { id, name, colour, visits, absences } = technician;
  return (
    <Paper
      id={id}
      head={head}
      title={
        <>
          <CrewDot colour={colour} />
          {name}
        </>
      }
      facts={dayFacts(technician, zone)}
    >
      {visits.length === 0 ? (
        <p className="paper__empty">
          {absences.length > 0 ? `${name} is away.` : `Nothing is planned for ${name}.`}
        </p>
      ) : (
        <ol className="sheet">
          {visits.map((visit) => (
            <VisitLine key={visit.row.id} visit={visit} zone={zone} />
          ))}
        </ol>
      )}
    </Paper>
  );
}

function VisitLine({ visit, zone }: { visit: PlannedVisit; zone: string }) {
  const { row, drive, jobType, description, crew } = visit;
  const siteTime = siteTimeWords(visit, zone, row.site.zone);
  return (
    <li className="sheet__visit">
      {drive !== null && drive.minutes > 0 && (
        <p className="sheet__drive" data-short={drive.isShort || undefined}>
          {drive.words}
          {drive.isShort ? ', not enough time' : ''}
        </p>
      )}
      <span className="sheet__tick" aria-hidden />
      <div className="sheet__when">
        <strong>{spanWords(visit, zone)}</strong>
        {siteTime !== undefined && <span>{siteTime}</span>}
        {row.window !== null && <span>Promised {windowWords(row.window)}</span>}
        {row.state === 'planned' && <span>Not dispatched yet</span>}
      </div>
      <div className="sheet__what">
        <h3>
          {row.customer}
          <span className="sheet__number">
            {row.number} · {row.priority}
          </span>
        </h3>
        <p className="sheet__where">{addressWords(visit.site)}</p>
        <p>{[jobType, description].filter(Boolean).join(': ')}</p>
        {visit.site.hazards !== '' && (
          <p className="sheet__hazard">
            <strong>Hazards:</strong> {visit.site.hazards}
          </p>
        )}
        {visit.site.access_notes !== '' && (
          <p>
            <strong>Access:</strong> {visit.site.access_notes}
          </p>
        )}
        {visit.note !== '' && (
          <p>
            <strong>Note:</strong> {visit.note}
          </p>
        )}
        <Phones phones={visit.phones} />
        {crew.length > 0 && (
          <p>
            <strong>With:</strong> {crew.join(', ')}
          </p>
        )}
        {visit.checkList.length > 0 && (
          <ul className="sheet__checks" aria-label="Checklist">
            {visit.checkList.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <p className="sheet__line">Notes</p>
      </div>
    </li>
  );
}

function Phones({ phones }: { phones: PlannedVisit['phones'] }) {
  if (phones.length === 0) return null;
  return (
    <p>
      <strong>Call:</strong>{' '}
      {phones.map(({ name, role, phone }, at) => (
        <span key={phone}>
          {at > 0 && ', '}
          {name}
          {role !== '' && ` (${role})`} <span className="sheet__phone">{phone}</span>
        </span>
      ))}
    </p>
  );
}
