import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Rows } from '../../../lib/kit/rows/rows.tsx';
import { useNow } from '../../../lib/use-now.ts';
import type { Team } from '../api.ts';
import { isLastOwner } from '../model/role-words.ts';
import { InvitationEntry } from './invitation-entry.tsx';
import { InviteForm } from './invite-form.tsx';
import { MemberEntry } from './member-entry.tsx';
import './team.css';

/** Everybody who signs in, and everybody who may soon. */
export function TeamList({ team: { rows, invitations }, userId }: { team: Team; userId: string }) {
  const [isInviting, setInviting] = useState(false);
  const now = useNow();
  return (
    <div className="team">
      {isInviting ? (
        <InviteForm onClose={() => setInviting(false)} />
      ) : (
        <div className="team__head">
          <Text c="dimmed">
            {rows.length === 1 ? 'Only you sign in so far.' : `${rows.length} people sign in.`}
          </Text>
          <Button variant="filled" onClick={() => setInviting(true)}>
            Invite somebody
          </Button>
        </div>
      )}
      <Rows label="Team">
        {rows.map((member) => (
          <MemberEntry
            key={member.id}
            member={member}
            isSelf={member.id === userId}
            isLastOwner={isLastOwner(member, rows)}
          />
        ))}
      </Rows>
      {invitations.length > 0 && (
        <>
          <h2>Open invitations</h2>
          <Rows label="Open invitations">
            {invitations.map((invitation) => (
              <InvitationEntry key={invitation.id} invitation={invitation} now={now} />
            ))}
          </Rows>
        </>
      )}
    </div>
  );
}
