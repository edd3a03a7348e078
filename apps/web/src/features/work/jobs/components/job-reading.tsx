import { Anchor, Text } from '@mantine/core';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { visitNumber } from '@muster/domain/work/jobs/rules';
import { Link } from '@tanstack/react-router';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Fact, Facts } from '../../../../lib/kit/drawer/reading.tsx';
import { WorkStateBadge } from '../../../../lib/kit/work-state.tsx';
import type { JobRecord } from '../api.ts';
import { bookingWords } from '../model/visit-words.ts';
import './visit-card.css';

/** A job for whoever keeps the books: what was asked for, where, and what became of it, and nothing to press. */
export function JobReading({ job }: { job: JobRecord }) {
  const { customer, site, job_type, description, due_on, tags, order_number, visits } = job;
  const where = [site.address, site.suburb, site.region, site.postcode].filter(Boolean).join(' ');
  const lines = [
    ['Description', description],
    ['Job type', job_type ?? ''],
    ['Site', [site.name, where].filter(Boolean).join(' · ')],
    ['Due', due_on === null ? '' : dateInWords(due_on as LocalDate)],
    ['Tags', tags.join(', ')],
    ['Order number', order_number],
  ].filter(([, value]) => value !== '');
  return (
    <>
      <DrawerSection title="What was asked for">
        <Facts>
          <Fact label="Customer">
            <Anchor
              fw={550}
              size="sm"
              renderRoot={(props) => <Link to="/customers/$id" params={{ id: customer.id }} {...props} />}
            >
              {customer.name}
            </Anchor>
          </Fact>
          {lines.map(([label, value]) => (
            <Fact key={label} label={label!}>
              {value}
            </Fact>
          ))}
        </Facts>
      </DrawerSection>
      <DrawerSection title="Visits">
        <div className="visits">
          {visits.map((visit) => {
            const number = visitNumber(job.number, visit.number);
            return (
              <article key={visit.id} className="visit-card" aria-label={`Visit ${number}`}>
                <div className="visit-card__top">
                  <span className="visit-card__number">{number}</span>
                  <WorkStateBadge state={visit.state} />
                </div>
                <Text c="dimmed">
                  {visit.assignments[0] ? bookingWords(visit.assignments[0], site.zone) : 'Not scheduled'}
                </Text>
                {visit.note !== '' && <Text>{visit.note}</Text>}
                {visit.outcome_reason !== '' && <Text c="dimmed">{visit.outcome_reason}</Text>}
              </article>
            );
          })}
        </div>
      </DrawerSection>
    </>
  );
}
