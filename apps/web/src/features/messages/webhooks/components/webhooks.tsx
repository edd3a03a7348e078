import { Badge, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../../lib/api/api.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { Rows, RowItem } from '../../../../lib/kit/rows/rows.tsx';
import {
  addWebhook,
  editWebhook,
  type FailureRow,
  failuresQuery,
  removeWebhook,
  replaceSecret,
  sendAgain,
  type WebhookRow,
  webhooksQuery,
} from '../api.ts';
import { ShownOnce } from '../../../../lib/kit/shown-once.tsx';
import { moment } from '../../../../lib/format/format.ts';

/** Programs that are told whenever something changes. */
export function Webhooks({ webhooks }: { webhooks: readonly WebhookRow[] }) {
  const [secret, setSecret] = useState<string>();
  return (
    <section className="integrations" aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <Text c="dimmed">
        We send every change to this address: numbers and ids, never contents. Each is signed with a secret
        that only you and we know.
      </Text>
      {secret === undefined ? (
        <NewWebhook onMade={setSecret} />
      ) : (
        <ShownOnce
          title="Your webhook secret"
          secret={secret}
          text="Use it in your program to check our signature."
          onDone={() => setSecret(undefined)}
        />
      )}
      {webhooks.length > 0 && (
        <Rows label="Webhooks">
          {webhooks.map((webhook) => (
            <WebhookEntry key={webhook.id} webhook={webhook} onSecret={setSecret} />
          ))}
        </Rows>
      )}
    </section>
  );
}

function NewWebhook({ onMade }: { onMade: (secret: string) => void }) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [url, setUrl] = useState('');
  const [refusal, setRefusal] = useState<string>();

  async function add() {
    const body = { url: url.trim() };
    if (!/^https?:\/\/\S+$/.test(body.url)) {
      setRefusal('Enter an address that starts with https://');
      return;
    }
    const onRefused = ({ message }: ApiError) => {
      setRefusal(message);
      return true;
    };
    const made = await decide({ what: body, send: (key) => addWebhook(body, key), onRefused });
    if (!made) return;
    await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    setUrl('');
    if (made.secret !== null) onMade(made.secret);
  }

  return (
    <FormFrame label="New webhook" isSaving={isRunning} onSubmit={() => void add()}>
      <Group align="end" gap="xs">
        <TextInput
          flex={1}
          miw={200}
          label="Address"
          type="url"
          placeholder="https://example.com/muster"
          maxLength={500}
          value={url}
          error={refusal}
          onChange={(event) => {
            setUrl(event.target.value);
            setRefusal(undefined);
          }}
        />
        <ActionButton busy={isRunning} onClick={() => void add()}>
          Add webhook
        </ActionButton>
      </Group>
    </FormFrame>
  );
}

function WebhookEntry({ webhook, onSecret }: { webhook: WebhookRow; onSecret: (secret: string) => void }) {
  const { id, version, url, is_enabled, failures } = webhook;
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [isOpen, setOpen] = useState(false);

  async function act(what: string, send: (key: string) => Promise<unknown>, done: string) {
    await decide({ what: [id, version, what], send, done });
    await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  }

  async function reconnect() {
    const made = await decide({ what: [id, version, 'secret'], send: (key) => replaceSecret(id, key) });
    await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    if (made && made.secret !== null) onSecret(made.secret);
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
              <ActionButton size="compact-sm" busy={isRunning} whenReadOnly aria-label={`Actions for ${url}`}>
                Actions
              </ActionButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                onClick={() =>
                  void act(
                    'toggle',
                    (key) => editWebhook(id, { version, is_enabled: !is_enabled }, key),
                    is_enabled
                      ? 'The webhook is off. We won’t send it changes.'
                      : 'The webhook is on. We’ll send it changes again.',
                  )
                }
              >
                {is_enabled ? 'Turn off' : 'Turn on'}
              </Menu.Item>
              <Menu.Item
                onClick={() => void act('again', (key) => sendAgain(id, {}, key), 'We’re trying now.')}
              >
                Send waiting changes
              </Menu.Item>
              <Menu.Item onClick={() => void reconnect()}>Get a new secret</Menu.Item>
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
            void act(`again ${number}`, (key) => sendAgain(id, { number }, key), 'We’re trying now.')
          }
        />
      )}
    </RowItem>
  );
}

function StateBadge({ webhook }: { webhook: WebhookRow }) {
  const { is_enabled, stopped_because, failing_since, needs_reconnect } = webhook;
  if (needs_reconnect) return <Badge color="danger">Reconnect</Badge>;
  if (stopped_because !== '') return <Badge color="danger">Stopped</Badge>;
  if (!is_enabled) return <Badge color="grey">Off</Badge>;
  if (failing_since !== null) return <Badge color="attention">Failing</Badge>;
  return <Badge color="ok">On</Badge>;
}

function aboutOf({ stopped_because, failing_since, sent, needs_reconnect }: WebhookRow): string {
  if (needs_reconnect) return 'This server can’t read its secret anymore. Get a new secret to go on.';
  if (stopped_because !== '') return stopped_because;
  if (failing_since !== null) return `Nothing has arrived since ${moment(failing_since)}. We’ll keep trying.`;
  return `Sent up to change ${sent}`;
}

function Failures({ id, onSend }: { id: string; onSend: (number: number) => void }) {
  const { data } = useQuery(failuresQuery(id));
  if (!data) return <Text c="dimmed">Loading…</Text>;
  return (
    <Stack component="ul" gap="xs" aria-label="Failed deliveries">
      {data.rows.map((failure) => (
        <Failure key={failure.number} failure={failure} onSend={() => onSend(failure.number)} />
      ))}
    </Stack>
  );
}

function Failure({ failure, onSend }: { failure: FailureRow; onSend: () => void }) {
  const { number, tries, last_at, reason, delivered_at } = failure;
  return (
    <Group component="li" justify="space-between" gap="var(--space-1) var(--space-3)">
      <Text size="sm">
        Change {number}: {reason} Tried {tries === 1 ? 'once' : `${tries} times`}, last {moment(last_at)}.
      </Text>
      {delivered_at === null ? (
        <Button size="compact-sm" aria-label={`Resend change ${number}`} onClick={onSend}>
          Resend
        </Button>
      ) : (
        <Badge color="ok">Arrived {moment(delivered_at)}</Badge>
      )}
    </Group>
  );
}
