import { VisuallyHidden } from '@mantine/core';
import type { VisitRecord } from '@muster/domain/visits/schema';
import { timeRows } from '../model/times.ts';

interface VisitTimesProps {
  assignments: VisitRecord['assignments'];
  /** Of the site. */
  zone: string;
}

/** When the crew set out, arrived and was done, beside what was planned. */
export function VisitTimes({ assignments, zone }: VisitTimesProps) {
  const told = assignments
    .map((assignment) => ({ assignment, rows: timeRows(assignment, zone) }))
    .filter(({ rows }) => rows.length > 0);
  if (told.length === 0) return null;
  return told.map(({ assignment, rows }) => (
    <table key={assignment.id} className="visit-field__times">
      <caption>{assignments.length > 1 ? `Times of ${assignment.technician_name}` : 'Times'}</caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Step</VisuallyHidden>
          </th>
          <th scope="col">Planned</th>
          <th scope="col">Actual</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, planned, actual, difference, isOff }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{planned}</td>
            <td>{actual}</td>
            <td data-off={isOff || undefined}>{difference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  ));
}
