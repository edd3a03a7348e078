import { Badge, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { RowItem, Rows } from '../../../../lib/kit/rows/rows.tsx';
import { addApiKey, type ApiKeyRow, apiKeysQuery, revokeApiKey } from '../api.ts';
import { ShownOnce } from '../../../../lib/kit/shown-once.tsx';

const rights = [
  { value: 'read only', label: 'Read only' },
  { value: 'dispatcher', label: 'Same as a dispatcher' },
];

const moneyRights = [
  { value: 'none', label: 'No prices' },
  { value: 'drafts', label: 'Prices, no costs' },
  { value: 'all', label: 'Prices and costs' },
] as const;
type MoneyRight = (typeof moneyRights)[number]['value'];

/** What other programs sign in with. */
export function ApiKeys({ keys }: { keys: readonly ApiKeyRow[] }) {
  const [made, setMade] = useState<string>();
  const open = keys.filter(({ revoked_at }) => revoked_at === null);
  return (
    <section className="integrations" aria-labelledby="api-keys">
      <h2 id="api-keys">API keys</h2>
      <Text c="dimmed">
        A key lets another program read your data, or also change it. See the{' '}
        <a href="/services/docs">API reference</a> for the calls.
      </Text>
      {made === undefined ? (
        <NewKey onMade={setMade} />
      ) : (
        <ShownOnce
          title="Your new API key"
          secret={made}
          text="Paste it into the program that will use it."
          onDone={() => setMade(undefined)}
        />
      )}
      {open.length > 0 && (
        <Rows label="API keys">
          {open.map((key) => (
            <KeyEntry key={key.id} apiKey={key} />
          ))}
        </Rows>
      )}
    </section>
  );
}

function NewKey({ onMade }: { onMade: (key: string) => void }) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [name, setName] = useState('');
  const [right, setRight] = useState<'dispatcher' | 'read only'>('read only');
  const [money, setMoney] = useState<MoneyRight>('none');

  async function make() {
    const body = { name: name.trim(), rights: right, money };
    if (body.name === '') return;
    const made = await decide({ what: body, send: (key) => addApiKey(body, key) });
    if (!made) return;
    await queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    setName('');
    if (made.key !== null) onMade(made.key);
  }

  return (
    <FormFrame label="New API key" isSaving={isRunning} onSubmit={() => void make()}>
      <Group align="end" gap="xs">
        <TextInput
          flex={1}
          miw={200}
          label="What is it for?"
          placeholder="Accounting export"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <NativeSelect
          label="Rights"
          data={rights}
          value={right}
          onChange={(event) => setRight(event.target.value as typeof right)}
        />
        <NativeSelect
          label="Money"
          data={[...moneyRights]}
          value={money}
          onChange={(event) => setMoney(event.target.value as MoneyRight)}
        />
        <ActionButton busy={isRunning} onClick={() => void make()}>
          Create API key
        </ActionButton>
      </Group>
    </FormFrame>
  );
}

function KeyEntry({ apiKey }: { apiKey: ApiKeyRow }) {
  const { id, name, rights, money, created_by_name, created_at, last_used_at } = apiKey;
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [isAsked, setAsked] = useState(false);

  async function revoke() {
    const send = (key: string) => revokeApiKey(id, key);
    await decide({ what: id, send, done: `${name} is revoked. Programs using it no longer have access.` });
    await queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
  }

  return (
    <RowItem
      title={
        <>
          {name}
          <Badge color={rights === 'dispatcher' ? 'attention' : 'grey'}>
            {rights === 'dispatcher' ? 'Same as a dispatcher' : 'Read only'}
          </Badge>
          {money !== 'none' && (
            <Badge color="info">{moneyRights.find(({ value }) => value === money)!.label}</Badge>
          )}
        </>
      }
      about={
        <>
          Created by {created_by_name} on {moment(created_at)} ·{' '}
          {last_used_at === null ? 'never used' : `last used ${moment(last_used_at)}`}
        </>
      }
      aside={
        isAsked ? (
          <>
            <ActionButton
              color="danger"
              variant="filled"
              busy={isRunning}
              whenReadOnly
              onClick={() => void revoke()}
            >
              Revoke permanently
            </ActionButton>
            <ActionButton variant="subtle" onClick={() => setAsked(false)}>
              Keep it
            </ActionButton>
          </>
        ) : (
          <ActionButton aria-label={`Revoke ${name}`} onClick={() => setAsked(true)}>
            Revoke
          </ActionButton>
        )
      }
    />
  );
}
