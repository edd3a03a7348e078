import { Text } from '@mantine/core';
import { bodyInWords, messageInOneLine } from '@muster/domain/messages/message-list/rules';
import { isLost } from '@muster/domain/messages/customer-messages/rules';
import { Link } from '@tanstack/react-router';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { useRecords } from '../../../../lib/kit/list/use-records.ts';
import { type MessageRow, messagesQuery } from '../api.ts';
import './messages-section.css';

/** Emails and texts to a customer and their answers, one list, with what became of each. `zone` is the business's. */
export function MessagesSection({ customer, zone }: { customer: string; zone: string }) {
  const { rows, isLoading, error, hasMore, loadMore, retry } = useRecords(messagesQuery(customer));
  return (
    <DrawerSection title="Messages">
      {error !== null && rows.length === 0 ? (
        <Text c="dimmed">
          We couldn’t load the messages. <ActionButton onClick={retry}>Try again</ActionButton>
        </Text>
      ) : rows.length === 0 ? (
        <Text c="dimmed">{isLoading ? 'Loading…' : 'Nothing was written to them yet.'}</Text>
      ) : (
        <ul className="messages" aria-label="Messages">
          {rows.map((message) => (
            <Message key={message.id} message={message} zone={zone} />
          ))}
        </ul>
      )}
      {hasMore && <ActionButton onClick={loadMore}>Older messages</ActionButton>}
    </DrawerSection>
  );
}

function Message({ message, zone }: { message: MessageRow; zone: string }) {
  const { at, name, direction, body, visit, way, problem, state, address, contact_id } = message;
  const sent = state === null || state.name === 'received' ? null : { ...state, name: state.name };
  const isUnsent =
    direction === 'out' && isLost({ contact_id, to_address: address, problem, way, state: sent });
  return (
    <li className="messages__one" data-direction={direction} data-unsent={isUnsent || undefined}>
      <span className="messages__when">{moment(at, zone)}</span>
      <span className="messages__what">
        {messageInOneLine(message, zone)}
        {name !== '' && ` (${name})`}
        {visit !== '' && (
          <>
            {' · '}
            <Link to="/jobs/$number" params={{ number: visit.split('/')[0]! }}>
              {visit}
            </Link>
          </>
        )}
      </span>
      {body !== '' && <q className="messages__body">{bodyInWords(body)}</q>}
    </li>
  );
}
