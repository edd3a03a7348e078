import { Badge } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { moment } from '../../../lib/format.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useDecision } from '../../../lib/kit/form/use-decision.ts';
import { RowItem } from '../../../lib/kit/rows/rows.tsx';
import { type Invitation, resendInvitation, revokeInvitation, teamQuery } from '../api.ts';
import { roleNames } from '../model/role-words.ts';

export function InvitationEntry({ invitation, now }: { invitation: Invitation; now: number }) {
  const { id, version, email, role, sent_at, expires_at } = invitation;
  const queryClient = useQueryClient();
  const { run, isRunning } = useDecision();
  const isOver = Date.parse(expires_at) < now;

  async function act(what: string, send: (key: string) => Promise<unknown>, done: string) {
    await run({ what: [id, version, what], send, done });
    await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey });
  }

  return (
    <RowItem
      title={
        <>
          {email}
          <Badge color="grey">{roleNames[role]}</Badge>
          {isOver && <Badge color="attention">Expired</Badge>}
        </>
      }
      about={`Sent ${moment(sent_at)}, ${isOver ? 'expired' : 'good until'} ${moment(expires_at)}`}
      aside={
        <>
          <ActionButton
            size="compact-sm"
            busy={isRunning}
            aria-label={`Send the invitation to ${email} again`}
            onClick={() =>
              void act(
                'resend',
                (key) => resendInvitation(id, key),
                `A new invitation is on its way to ${email}.`,
              )
            }
          >
            Send again
          </ActionButton>
          <ActionButton
            size="compact-sm"
            variant="subtle"
            busy={isRunning}
            aria-label={`Take back the invitation to ${email}`}
            onClick={() =>
              void act(
                'revoke',
                (key) => revokeInvitation(id, key),
                `The invitation to ${email} is taken back.`,
              )
            }
          >
            Take back
          </ActionButton>
        </>
      }
    />
  );
}
