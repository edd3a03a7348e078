import { Text } from '@mantine/core';
import { toldInWords } from '@muster/domain/customer-messages/words';
import { useSkills } from '../../../lib/kit/use-skills.ts';
import type { VisitRecord } from '../api.ts';
import { bookingWords, needWords, promiseWords } from '../model/visit-words.ts';

interface VisitFactsProps {
  visit: VisitRecord;
  siteZone: string;
  /** Of the business. */
  zone: string;
}

/** What a visit needs, what was promised, who comes when, and how it went. */
export function VisitFacts({ visit, siteZone, zone }: VisitFactsProps) {
  const { nameOf } = useSkills();
  const promise = promiseWords(visit);
  const place = siteZone === zone ? '' : ` (${siteZone.split('/').at(-1)?.replaceAll('_', ' ')} time)`;
  return (
    <div className="visit-card__crew">
      {visit.assignments.map((assignment) => (
        <Text key={assignment.id} fw={550}>
          {assignment.technician_name}
          {assignment.is_lead && visit.assignments.length > 1 ? ' (lead)' : ''}
          <Text span c="dimmed">
            {' '}
            {bookingWords(assignment, siteZone)}
            {place}
            {assignment.progress === 'none' ? '' : ` · ${assignment.progress}`}
          </Text>
        </Text>
      ))}
      {visit.assignments
        .flatMap(({ overrides }) => overrides)
        .map(({ rule, reason }) => (
          <Text key={`${rule} ${reason}`} size="xs" c="attention">
            Booked against a rule ({rule}): {reason}
          </Text>
        ))}
      <Text c="dimmed">{needWords(visit, nameOf)}</Text>
      {promise !== '' && (
        <Text c="dimmed">
          {promise}
          {place}
        </Text>
      )}
      {visit.told !== null && (
        <Text c={visit.told.problem === null ? 'dimmed' : 'attention'}>{toldInWords(visit.told)}</Text>
      )}
      {visit.outcome_reason !== '' && <Text c="dimmed">{visit.outcome_reason}</Text>}
    </div>
  );
}
