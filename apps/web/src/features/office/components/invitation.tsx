import { Button } from '@muster/ui/button';
import { moment } from '../../../lib/format.ts';
import { inviteAgain } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { licences } from '../model/history-words.ts';
import { Refusal } from './refusal.tsx';
import { useChange } from './use-change.ts';
import './invitation.css';

type Invited = NonNullable<Enquiry['invitation']>;

const words: Record<Invited['state'], (invited: Invited) => string> = {
  sent: ({ email, expires_at }) => `${email} is invited, and has until ${moment(expires_at)}.`,
  accepted: ({ email }) => `${email} has accepted the invitation.`,
  expired: ({ email, expires_at }) => `The invitation to ${email} expired ${moment(expires_at)}.`,
};

/** What has become of the account that the enquiry led to. */
export function Invitation({ enquiry }: { enquiry: Enquiry }) {
  const change = useChange(enquiry);
  const { account, invitation } = enquiry;
  if (!account) return null;
  return (
    <div className="invitation">
      <p>
        <strong>{account.name}</strong> has an account with {licences(account.licences)}.
      </p>
      {invitation && <p>{words[invitation.state](invitation)}</p>}
      {invitation && invitation.state !== 'accepted' && (
        <Button
          variant="secondary"
          size="small"
          busy={change.isRunning}
          onClick={() => void change.run(inviteAgain, `${invitation.email} is invited again.`)}
        >
          Send the invitation again
        </Button>
      )}
      <Refusal text={change.refusal} />
    </div>
  );
}
