import { stayWords } from '@muster/domain/reports/words';
import type { Report } from '../api.ts';

/** When they were there, each of a crew that did not move as one; and, for the office alone, what was measured before it was corrected. */
export function ReportTimes({ report: { crew, site, planned } }: { report: Report }) {
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
          {words || 'Nobody told of it'}
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
