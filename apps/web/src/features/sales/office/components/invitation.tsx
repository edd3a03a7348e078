import { Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { inviteAgain } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { licences } from '../model/state-words.ts';
import { officeMoment } from '../model/office-moment.ts';
import { AddressField, useOtherAddress } from './address-field.tsx';
import { useEnquiryEdit } from './use-enquiry-edit.ts';

type Invited = NonNullable<Enquiry['invitation']>;

const words: Record<Invited['state'], (invited: Invited) => string> = {
  sent: ({ email, expires_at }) =>
    `${email} has been invited. The invitation expires on ${officeMoment(expires_at)}.`,
  accepted: ({ email }) => `${email} has accepted the invitation.`,
  expired: ({ email, expires_at }) => `The invitation to ${email} expired on ${officeMoment(expires_at)}.`,
  taken: ({ email }) =>
    `${email} now belongs to another account, so this invitation can’t be accepted. Invite another address.`,
};

/** What has become of the account that the enquiry led to. */
export function Invitation({ enquiry }: { enquiry: Enquiry }) {
  const { account, invitation } = enquiry;
  if (!account) return null;
  return (
    <Stack gap="xs" fz="sm" style={{ overflowWrap: 'anywhere' }}>
      <p>
        <strong>{account.name}</strong> has an account with {licences(account.licences)}.
      </p>
      {invitation && <p>{words[invitation.state](invitation)}</p>}
      {!invitation && !account.has_owner && (
        <Text size="sm">This account has no owner and no open invitation.</Text>
      )}
      {!account.has_owner && <InviteAgain enquiry={enquiry} />}
    </Stack>
  );
}

function InviteAgain({ enquiry }: { enquiry: Enquiry }) {
  const edit = useEnquiryEdit(enquiry);
  const { other, check, clear, field } = useOtherAddress();
  const email = other ?? enquiry.invitation?.email ?? enquiry.email;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!check()) return;
    const sent = await edit.decide({
      what: other,
      send: (target, key) => inviteAgain(target, other, key),
      done: `${email} invited.`,
    });
    if (sent) clear();
  }

  return (
    <form method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="xs" align="start">
        <AddressField readOnly={edit.isRunning} {...field} />
        <ActionButton type="submit" busy={edit.isRunning}>
          {other === undefined ? 'Resend invitation' : 'Invite this address'}
        </ActionButton>
        <Refusal text={edit.refusal} />
      </Stack>
    </form>
  );
}
