import { Badge, Group, Text, TextInput } from '@mantine/core';
import { spokenNumber } from '@muster/domain/calls/calls/numbers';
import type { Campaign } from '@muster/domain/calls/campaigns/schema';
import { useState } from 'react';
import type { ApiError } from '../../../../lib/api/api.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { RowItem, Rows } from '../../../../lib/kit/rows/rows.tsx';
import { addCampaign, archiveCampaign, editCampaign, restoreCampaign } from '../api.ts';

/** The numbers of a business that have a name; the owner says which. */
export function CampaignList({ campaigns, canEdit }: { campaigns: readonly Campaign[]; canEdit: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="campaigns" aria-labelledby="campaign-numbers">
      <h2 id="campaign-numbers">Numbers</h2>
      {campaigns.length > 0 && (
        <Rows label="Campaigns">
          {campaigns.map((campaign) => (
            <Entry key={campaign.id} campaign={campaign} canEdit={canEdit} />
          ))}
        </Rows>
      )}
      {canEdit &&
        (isOpen ? (
          <CampaignForm onDone={() => setOpen(false)} />
        ) : (
          <div>
            <ActionButton onClick={() => setOpen(true)}>Add a campaign</ActionButton>
          </div>
        ))}
    </section>
  );
}

function Entry({ campaign, canEdit }: { campaign: Campaign; canEdit: boolean }) {
  const { id, version, name, number, archived_at } = campaign;
  const { run, isRunning } = useCommand();
  const [isOpen, setOpen] = useState(false);
  const isAside = archived_at !== null;
  const act = () =>
    void run({
      what: [id, version, isAside],
      send: (key) => (isAside ? restoreCampaign(id, key) : archiveCampaign(id, key)),
      done: isAside ? `${name} restored.` : `${name} archived.`,
    });
  return (
    <RowItem
      title={
        <>
          {name}
          {isAside && <Badge color="grey">Archived</Badge>}
        </>
      }
      about={spokenNumber(number)}
      aside={
        canEdit && (
          <>
            <ActionButton aria-expanded={isOpen} aria-label={`Edit ${name}`} onClick={() => setOpen(!isOpen)}>
              Edit
            </ActionButton>
            <ActionButton
              busy={isRunning}
              aria-label={`${isAside ? 'Restore' : 'Archive'} ${name}`}
              onClick={act}
            >
              {isAside ? 'Restore' : 'Archive'}
            </ActionButton>
          </>
        )
      }
    >
      {isOpen && <CampaignForm campaign={campaign} onDone={() => setOpen(false)} />}
    </RowItem>
  );
}

function CampaignForm({ campaign, onDone }: { campaign?: Campaign; onDone: () => void }) {
  const { run, isRunning } = useCommand();
  const [name, setName] = useState(campaign?.name ?? '');
  const [number, setNumber] = useState(campaign ? spokenNumber(campaign.number) : '');
  const [refusal, setRefusal] = useState<string>();

  async function save() {
    if (name.trim() === '') return setRefusal('Enter a name.');
    const body = { name: name.trim(), number };
    const saved = await run({
      what: ['campaign', campaign?.id, campaign?.version, body],
      send: (key) =>
        campaign
          ? editCampaign(campaign.id, { version: campaign.version, ...body }, key)
          : addCampaign(body, key),
      onRefused: ({ message }: ApiError) => {
        setRefusal(message);
        return true;
      },
      done: `${body.name} saved.`,
    });
    return saved && onDone();
  }

  return (
    <FormFrame label="Campaign" isSaving={isRunning} onSubmit={() => void save()} onCancel={onDone}>
      <Group align="start" gap="sm">
        <TextInput
          flex={1}
          miw={180}
          label="Name"
          placeholder="Flyer Ryde"
          maxLength={100}
          value={name}
          error={refusal}
          onChange={(event) => {
            setName(event.target.value);
            setRefusal(undefined);
          }}
        />
        <TextInput
          flex={1}
          miw={180}
          label="Your number"
          placeholder="1300 123 456"
          type="tel"
          maxLength={20}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        Calls to this number count for the campaign, also those from before you added it.
      </Text>
      <Group gap="xs" mt="sm">
        <ActionButton variant="filled" busy={isRunning} onClick={() => void save()}>
          {campaign ? 'Save' : 'Add campaign'}
        </ActionButton>
        <ActionButton variant="subtle" onClick={onDone}>
          Cancel
        </ActionButton>
      </Group>
    </FormFrame>
  );
}
