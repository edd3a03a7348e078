import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { useRecords } from '../../../../lib/kit/list/use-records.ts';
import { callsOfQuery } from '../api.ts';
import { numberWords, settledWords, stateWords } from '../model/call-words.ts';
import './calls-section.css';

/** The calls with a customer, where there were any. `zone` is the business's. */
export function CallsSection({ customer, zone }: { customer: string; zone: string }) {
  const { rows, error, hasMore, loadMore, retry } = useRecords(callsOfQuery(customer));
  if (rows.length === 0 && error === null) return null;
  return (
    <DrawerSection title="Calls">
      {error !== null && (
        <Text c="dimmed">
          We couldn’t load the calls. <ActionButton onClick={retry}>Try again</ActionButton>
        </Text>
      )}
      <ul className="calls" aria-label="Calls">
        {rows.map((call) => (
          <li key={call.id}>
            <Text size="sm">
              <Link to="/calls/$id" params={{ id: call.id }}>
                {moment(call.began_at, zone)}
              </Link>{' '}
              · {call.direction === 'in' ? 'from' : 'to'} {numberWords(call)} · {stateWords(call)}
              {call.settled && ` · ${settledWords[call.settled]}`}
            </Text>
          </li>
        ))}
      </ul>
      {hasMore && <ActionButton onClick={loadMore}>Older calls</ActionButton>}
    </DrawerSection>
  );
}
