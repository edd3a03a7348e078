import { Text } from '@mantine/core';
import { requestInWords } from '@muster/domain/messages/visit-requests/rules';
import { useQuery } from '@tanstack/react-query';
import { currentScenario } from '../../../../lib/board/scenario.ts';
import { requestsOfJobQuery } from '../../../../lib/board/visit-requests.ts';
import { moment } from '../../../../lib/format/format.ts';
import { RequestActions } from '../../../../lib/kit/request-actions.tsx';
import './customer-requests.css';

interface CustomerRequestsProps {
  visit: { id: string; job_id: string; confirmed_at: string | null };
  /** Of the business. */
  zone: string;
}

/** What the customer has answered on the page of a visit: whether the time is confirmed, what waits for the office, and what is settled. */
export function CustomerRequests({ visit, zone }: CustomerRequestsProps) {
  const { data = [] } = useQuery({
    ...requestsOfJobQuery(visit.job_id),
    enabled: currentScenario() === null,
  });
  const own = data.filter(({ visit_id }) => visit_id === visit.id);
  if (own.length === 0 && visit.confirmed_at === null) return null;
  return (
    <ul className="customer-requests">
      {visit.confirmed_at !== null && (
        <li>
          <Text c="ok">The customer confirmed this time, {moment(visit.confirmed_at, zone)}.</Text>
        </li>
      )}
      {own.map((request) => {
        const { id, kind, content, customer, made_at, decision, reply } = request;
        return (
          <li key={id} data-open={decision === null || undefined}>
            <Text>
              {customer} {requestInWords(kind, content)}.{' '}
              <Text span c="dimmed">
                {[moment(made_at, zone), decision, reply].filter(Boolean).join(' · ')}
              </Text>
            </Text>
            {decision === null && <RequestActions request={request} />}
          </li>
        );
      })}
    </ul>
  );
}
