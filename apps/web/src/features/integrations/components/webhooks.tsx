import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../lib/api.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useDecision } from '../../../lib/kit/form/use-decision.ts';
import { Rows } from '../../../lib/kit/rows/rows.tsx';
import { addWebhook, type WebhookRow, webhooksQuery } from '../api.ts';
import { ShownOnce } from '../../../lib/kit/shown-once.tsx';
import { WebhookEntry } from './webhook-entry.tsx';
import './integrations.css';

/** Programs that are told whenever something changes. */
export function Webhooks({ webhooks }: { webhooks: readonly WebhookRow[] }) {
  const [secret, setSecret] = useState<string>();
  return (
    <section className="integrations" aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <Text c="dimmed">
        We tell this address of every change, with numbers and ids and never with contents, signed with a
        secret that only you and we know.
      </Text>
      {secret === undefined ? (
        <NewWebhook onMade={setSecret} />
      ) : (
        <ShownOnce
          title="The secret of your webhook"
          secret={secret}
          text="Your program checks our signature with it."
          onDone={() => setSecret(undefined)}
        />
      )}
      {webhooks.length > 0 && (
        <Rows label="Webhooks">
          {webhooks.map((webhook) => (
            <WebhookEntry key={webhook.id} webhook={webhook} />
          ))}
        </Rows>
      )}
    </section>
  );
}

function NewWebhook({ onMade }: { onMade: (secret: string) => void }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useDecision();
  const [url, setUrl] = useState('');
  const [refusal, setRefusal] = useState<string>();

  async function add() {
    const body = { url: url.trim() };
    if (!/^https?:\/\/\S+$/.test(body.url)) {
      setRefusal('Enter an address that begins with https://');
      return;
    }
    const onRefused = ({ message }: ApiError) => {
      setRefusal(message);
      return true;
    };
    const made = await run({ what: body, send: (key) => addWebhook(body, key), onRefused });
    if (!made) return;
    await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    setUrl('');
    if (made.secret !== null) onMade(made.secret);
  }

  return (
    <FormFrame label="New webhook" isSaving={isRunning} onSubmit={() => void add()}>
      <div className="integrations__add">
        <TextInput
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
      </div>
    </FormFrame>
  );
}
