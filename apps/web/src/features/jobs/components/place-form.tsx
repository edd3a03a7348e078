import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import type { JobRecord } from '../api.ts';
import { type Client, ClientFields } from './client-fields.tsx';

interface PlaceFormProps {
  job: JobRecord;
  isBusy: boolean;
  onChange: (place: { version: number; customer_id: string; site_id: string }) => void;
  onClose: () => void;
}

/** For a job that was written down under the wrong customer, or is to be done at another site. */
export function PlaceForm({ job, isBusy, onChange, onClose }: PlaceFormProps) {
  // As it was when the form was opened, so that a colleague's choice is not overwritten without a word.
  const [{ version, customer, site }] = useState(job);
  const [client, setClient] = useState<Client | null>({ ...customer, site_id: site.id });
  const isSame = client?.id === customer.id && client.site_id === site.id;

  function send() {
    if (client === null || client.site_id === null || isSame) return;
    onChange({ version, customer_id: client.id, site_id: client.site_id });
  }

  return (
    <FormFrame label="Another customer or site" isSaving={isBusy} onSubmit={send} onCancel={onClose}>
      <Stack gap="sm">
        <ClientFields value={client} onChange={setClient} />
        <Group gap="xs">
          <ActionButton
            variant="filled"
            busy={isBusy}
            disabled={isSame || client === null || client.site_id === null}
            onClick={send}
          >
            Change
          </ActionButton>
          <ActionButton variant="subtle" onClick={onClose}>
            Keep it
          </ActionButton>
        </Group>
      </Stack>
    </FormFrame>
  );
}
