import { Badge, Button, Menu, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { moment } from '../../../lib/format.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useDecision } from '../../../lib/kit/form/use-decision.ts';
import { RowItem } from '../../../lib/kit/rows/rows.tsx';
import {
  editWebhook,
  type FailureRow,
  failuresQuery,
  removeWebhook,
  sendAgain,
  type WebhookRow,
  webhooksQuery,
} from '../api.ts';

export function WebhookEntry({ webhook }: { webhook: WebhookRow }) {
  const { id, version, url, is_enabled, failures } = webhook;
  const queryClient = useQueryClient();
  const { run, isRunning } = useDecision();
  const [isOpen, setOpen] = useState(false);

  async function act(what: string, send: (key: string) => Promise<unknown>, done: string) {
    await run({ what: [id, version, what], send, done });
    await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  }

  return (
    <RowItem
      title={
        <>
          {url}
          <StateBadge webhook={webhook} />
        </>
      }
      about={aboutOf(webhook)}
      aside={
        <>
          {failures > 0 && (
            <Button size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {failures === 1 ? '1 failure' : `${failures} failures`}
            </Button>
          )}
          <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionButton size="compact-sm" busy={isRunning} aria-label={`Actions for ${url}`}>
                Actions
              </ActionButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                onClick={() =>
                  void act(
                    'toggle',
                    (key) => editWebhook(id, { version, is_enabled: !is_enabled }, key),
                    is_enabled ? 'It is told nothing for now.' : 'It is told of changes again.',
                  )
                }
              >
                {is_enabled ? 'Turn off' : 'Turn on'}
              </Menu.Item>
              <Menu.Item
                onClick={() => void act('again', (key) => sendAgain(id, {}, key), 'We try at once.')}
              >
                Send what waits
              </Menu.Item>
              <Menu.Item
                color="danger"
                onClick={() => void act('remove', (key) => removeWebhook(id, key), 'The webhook is removed.')}
              >
                Remove
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      {isOpen && (
        <Failures
          id={id}
          onSend={(number) =>
            void act(`again ${number}`, (key) => sendAgain(id, { number }, key), 'We try at once.')
          }
        />
      )}
    </RowItem>
  );
}

function StateBadge({ webhook: { is_enabled, stopped_because, failing_since } }: { webhook: WebhookRow }) {
  if (stopped_because !== '') return <Badge color="danger">Stopped</Badge>;
  if (!is_enabled) return <Badge color="grey">Off</Badge>;
  if (failing_since !== null) return <Badge color="attention">Failing</Badge>;
  return <Badge color="ok">On</Badge>;
}

function aboutOf({ stopped_because, failing_since, sent }: WebhookRow): string {
  if (stopped_because !== '') return stopped_because;
  if (failing_since !== null) return `Nothing has arrived since ${moment(failing_since)}. We keep trying.`;
  return `Told up to change ${sent}`;
}

function Failures({ id, onSend }: { id: string; onSend: (number: number) => void }) {
  const { data } = useQuery(failuresQuery(id));
  if (!data) return <Text c="dimmed">Loading…</Text>;
  return (
    <ul className="failures" aria-label="What did not arrive">
      {data.rows.map((failure) => (
        <Failure key={failure.number} failure={failure} onSend={() => onSend(failure.number)} />
      ))}
    </ul>
  );
}

function Failure({ failure, onSend }: { failure: FailureRow; onSend: () => void }) {
  const { number, tries, last_at, reason, delivered_at } = failure;
  return (
    <li>
      <Text size="sm">
        Change {number}: {reason} Tried {tries === 1 ? 'once' : `${tries} times`}, last {moment(last_at)}.
      </Text>
      {delivered_at === null ? (
        <Button size="compact-sm" aria-label={`Send change ${number} again`} onClick={onSend}>
          Send again
        </Button>
      ) : (
        <Badge color="ok">Arrived {moment(delivered_at)}</Badge>
      )}
    </li>
  );
}
