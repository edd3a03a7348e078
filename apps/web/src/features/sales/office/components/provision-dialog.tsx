import { Group, List, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { INVOICE_DAYS, NOTICE_DAYS } from '@muster/domain/identity/billing/rules';
import { enquiryLimits } from '@muster/domain/sales/enquiries/rules';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { provision } from '../api.ts';
import type { Enquiry, Provisioned } from '../api.ts';
import { money } from '../../../../lib/format/format.ts';
import { aMonth, isCharged } from '../../../../lib/page/page-settings.ts';
import { licences } from '../model/state-words.ts';
import { AddressField, useOtherAddress } from './address-field.tsx';
import { useEnquiryEdit } from './use-enquiry-edit.ts';

interface ProvisionDialogProps {
  open: boolean;
  enquiry: Enquiry;
  onClose: () => void;
  /** The dialog is gone from the screen, and the focus needs a place. */
  onClosed: () => void;
}

/** Says what will happen, then what has happened. */
export function ProvisionDialog({ open, enquiry, onClose, onClosed }: ProvisionDialogProps) {
  const [outcome, setOutcome] = useState<Provisioned>();
  const title = outcome ? 'Account opened' : `Open an account for ${enquiry.name}?`;
  return (
    <Modal opened={open} title={title} onClose={onClose} returnFocus={false} onExitTransitionEnd={onClosed}>
      {outcome ? (
        <Opened outcome={outcome} onClose={onClose} />
      ) : (
        <ProvisionForm enquiry={enquiry} onOpened={setOutcome} onClose={onClose} />
      )}
    </Modal>
  );
}

function Opened({ outcome, onClose }: { outcome: Provisioned; onClose: () => void }) {
  return (
    <Stack>
      <List size="sm" spacing="xs" listStyleType="disc">
        <List.Item>
          <strong>{outcome.account.name}</strong> has an account on the {outcome.plan} plan with{' '}
          {licences(outcome.licences)}.
        </List.Item>
        <List.Item>
          An invitation is on its way to <strong>{outcome.invited}</strong>. Its link works for 14 days.
        </List.Item>
        <List.Item>The enquiry is marked as provisioned. You’re all done.</List.Item>
      </List>
      <Group justify="end">
        <ActionButton variant="filled" data-autofocus onClick={onClose}>
          Close
        </ActionButton>
      </Group>
    </Stack>
  );
}

interface ProvisionFormProps {
  enquiry: Enquiry;
  onOpened: (outcome: Provisioned) => void;
  onClose: () => void;
}

function ProvisionForm({ enquiry, onOpened, onClose }: ProvisionFormProps) {
  const edit = useEnquiryEdit(enquiry);
  const { other, check, field } = useOtherAddress();
  const [typedName, setName] = useState(enquiry.name);
  const [isMissing, setMissing] = useState(false);
  const [way, setWay] = useState<'card' | 'invoice'>('card');
  const collection = isCharged() ? way : undefined;
  const name = typedName.trim();
  const { email, plan, licenses_required: count } = enquiry;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setMissing(name === '');
    if (name === '') event.currentTarget.querySelector('input')?.focus();
    if (name === '' || !check()) return;
    const opened = await edit.decide({
      what: [name, collection, other],
      send: (target, key) => provision(target, { name, collection }, other, key),
      done: `Account opened for ${name}.`,
    });
    if (opened) onOpened(opened);
  }

  return (
    <form method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text size="sm">You can do this once. Muster will</Text>
        <List size="sm" spacing={4} listStyleType="disc">
          <List.Item>
            open the account <strong>{name}</strong> on the {plan} plan with {licences(count)},
          </List.Item>
          <List.Item>
            invite <strong>{other ?? email}</strong> as the owner, with a link to choose a name and password,
          </List.Item>
          <List.Item>mark this enquiry as provisioned.</List.Item>
        </List>
        <TextInput
          label="Business name"
          description="Shown to their team, and to their customers in emails."
          required
          withAsterisk={false}
          error={isMissing && 'Enter the business name.'}
          autoComplete="off"
          data-autofocus
          maxLength={enquiryLimits.name}
          value={typedName}
          readOnly={edit.isRunning}
          onChange={(event) => {
            setName(event.target.value);
            setMissing(false);
          }}
        />
        {collection && (
          <Radio.Group
            label="How they pay"
            description={`${money(enquiry.monthly_cents)} ${aMonth()}`}
            readOnly={edit.isRunning}
            value={collection}
            onChange={(value) => setWay(value)}
          >
            <Stack gap="xs" mt={4}>
              <Radio
                value="card"
                label="By card"
                description={`Free for ${NOTICE_DAYS} days. They subscribe themselves under Licences.`}
              />
              <Radio
                value="invoice"
                label="By invoice"
                description={`From today. The first invoice goes out now, and each is due in ${INVOICE_DAYS} days.`}
              />
            </Stack>
          </Radio.Group>
        )}
        <AddressField
          description={`Leave this empty to invite ${email}.`}
          readOnly={edit.isRunning}
          {...field}
        />
        <Group justify="end" gap="xs">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton type="submit" variant="filled" busy={edit.isRunning}>
            {edit.isRunning ? 'Opening…' : 'Open account'}
          </ActionButton>
        </Group>
        <Refusal text={edit.refusal} />
      </Stack>
    </form>
  );
}
