import { Button } from '@muster/ui/button';
import type { FormEvent } from 'react';
import { inviteAgain } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { licences } from '../model/history-words.ts';
import { officeMoment } from '../model/office-moment.ts';
import { AddressField, useOtherAddress } from './address-field.tsx';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';
import './invitation.css';

type Invited = NonNullable<Enquiry['invitation']>;

const words: Record<Invited['state'], (invited: Invited) => string> = {
  sent: ({ email, expires_at }) => `${email} is invited, and has until ${officeMoment(expires_at)}.`,
  accepted: ({ email }) => `${email} has accepted the invitation.`,
  expired: ({ email, expires_at }) => `The invitation to ${email} expired ${officeMoment(expires_at)}.`,
  taken: ({ email }) =>
    `${email} signs in to another account by now, so the invitation cannot be accepted. Invite another address.`,
};

/** What has become of the account that the enquiry led to. */
export function Invitation({ enquiry }: { enquiry: Enquiry }) {
  const { account, invitation } = enquiry;
  if (!account) return null;
  return (
    <div className="invitation">
      <p>
        <strong>{account.name}</strong> has an account with {licences(account.licences)}.
      </p>
      {invitation && <p>{words[invitation.state](invitation)}</p>}
      {!invitation && !account.has_owner && <p>It has no owner, and nobody is invited any more.</p>}
      {!account.has_owner && <InviteAgain enquiry={enquiry} />}
    </div>
  );
}

function InviteAgain({ enquiry }: { enquiry: Enquiry }) {
  const change = useChange(enquiry);
  const { other, check, clear, field } = useOtherAddress();
  const email = other ?? enquiry.invitation?.email ?? enquiry.email;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!check()) return;
    if (await change.run((target) => inviteAgain(target, other), `${email} is invited.`)) clear();
  }

  return (
    <form className="invitation__again" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <AddressField readOnly={change.isRunning} {...field} />
      <Button type="submit" variant="secondary" size="small" busy={change.isRunning}>
        {other === undefined ? 'Send the invitation again' : 'Invite this address'}
      </Button>
      <Refusal text={change.refusal} />
    </form>
  );
}
