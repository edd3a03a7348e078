import { Text } from '@mantine/core';
import type { CallPerson } from '@muster/domain/calls/calls/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { Link } from '@tanstack/react-router';
import { moment } from '../../../../lib/format/format.ts';
import { Fact, Facts } from '../../../../lib/kit/drawer/reading.tsx';
import { nextVisitWords } from '../model/call-words.ts';

/** What whoever takes a call wants to know of a customer. `zone` is the business's. */
export function CallPersonFacts({ person, zone }: { person: CallPerson; zone: string }) {
  const { open_jobs, jobs, next_visit, owed, last_words } = person;
  return (
    <Facts>
      <Fact label="Open jobs">
        {open_jobs === 0 && <Text size="sm">None</Text>}
        {jobs.map(({ number, title }) => (
          <Text key={number} size="sm" truncate>
            <Link to="/jobs/$number" params={{ number: jobNumber(number) }}>
              {jobNumber(number)}
            </Link>{' '}
            {title}
          </Text>
        ))}
        {open_jobs > jobs.length && <Text size="sm">and {open_jobs - jobs.length} more</Text>}
      </Fact>
      <Fact label="Next visit">{next_visit ? nextVisitWords(next_visit) : 'None planned'}</Fact>
      {owed !== null && <Fact label="Owes">{owed === 0 ? 'Nothing' : centsInWords(owed)}</Fact>}
      {last_words && (
        <Fact label="Last contact">
          {last_words.text} · {whose[last_words.kind]}, {moment(last_words.at, zone)}
        </Fact>
      )}
    </Facts>
  );
}

const whose = { answer: 'from them', message: 'from us', note: 'noted at a visit' } as const;
