import { Button, Text, Alert, Badge, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Rows, RowItem } from '../../../../lib/kit/rows/rows.tsx';
import { useNow } from '../../../../lib/page/use-now.ts';
import {
  changeMoneyRight,
  changeRole,
  choicesQuery,
  chooseTechnician,
  disableMember,
  enableMember,
  type Invitation,
  type Member,
  resendInvitation,
  revokeInvitation,
  type Role,
  signMemberOut,
  type Team,
  teamQuery,
} from '../api.ts';
import { isLastOwner, moneyNames, moneyRights, nameOf, roleNames, roleRights } from '../model/role-words.ts';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { InviteForm, InviteTechnicians, TechnicianSelect } from './invite-form.tsx';
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
            {rows.length === 1 ? 'You’re the only one so far.' : `${rows.length} people can sign in.`}
          </Text>
          <Button variant="filled" onClick={() => setInviting(true)}>
            Invite a teammate
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
      <WithoutSignIn invitations={invitations} />
    </div>
  );
}

function WithoutSignIn({ invitations }: Pick<Team, 'invitations'>) {
  const technicians = useQuery(choicesQuery).data ?? [];
  const invited = new Set(invitations.map(({ technician_id }) => technician_id));
  const without = technicians.filter(
    ({ id, user_id, is_active }) => is_active && user_id === null && !invited.has(id),
  );
  if (without.length === 0) return null;
  return (
    <>
      <h2>Technicians without a sign-in</h2>
      <InviteTechnicians technicians={without} />
    </>
  );
}

interface MemberEntryProps {
  member: Member;
  /** Whether it is the person who looks. */
  isSelf: boolean;
  isLastOwner: boolean;
}

function MemberEntry({ member, isSelf, isLastOwner }: MemberEntryProps) {
  const [isOpen, setOpen] = useState(false);
  const { email, role, technician, seen_at, disabled_at } = member;
  const name = nameOf(member);
  const seen = disabled_at === null ? seenWords(seen_at) : `no access since ${moment(disabled_at)}`;
  const onBoard = technician && technician.name !== name ? `${technician.name} on the board` : undefined;
  return (
    <RowItem
      title={
        <>
          {name}
          {isSelf && <Badge color="grey">You</Badge>}
          <Badge color={role === 'owner' ? 'primary' : role === 'dispatcher' ? 'info' : 'violet'}>
            {roleNames[role]}
          </Badge>
          {disabled_at !== null && <Badge color="danger">Disabled</Badge>}
        </>
      }
      about={[email, onBoard, seen].filter(Boolean).join(' · ')}
      aside={
        <Button
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Change'} ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Change'}
        </Button>
      }
    >
      {isOpen && <MemberEdit member={member} isSelf={isSelf} isLastOwner={isLastOwner} />}
    </RowItem>
  );
}

function seenWords(seen_at: string | null): string {
  return seen_at === null ? 'not seen recently' : `last seen ${moment(seen_at)}`;
}

/** A phone without a connection does not hear of it, and shows its day until it does. */
function signedOutWords(name: string): string {
  return `${name} is signed out. Offline devices are signed out when they reconnect.`;
}

function MemberEdit({ member, isSelf, isLastOwner }: MemberEntryProps) {
  const { id, version, role, money, technician, disabled_at } = member;
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [wanted, setWanted] = useState<Role>(role);
  const name = nameOf(member);

  async function act(what: unknown, send: (key: string) => Promise<unknown>, done: string) {
    await decide({ what: [id, version, what], send, done });
    await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey });
  }

  const isDisabled = disabled_at !== null;
  return (
    <div className="team__edit">
      {isLastOwner && (
        <Alert color="info" title={isSelf ? 'You’re the only owner' : `${name} is the only owner`}>
          Every business needs an owner. Make another person an owner first, then change this role.
        </Alert>
      )}
      <NativeSelect
        label="Role"
        disabled={isLastOwner}
        data={Object.entries(roleNames).map(([value, label]) => ({ value, label }))}
        description={roleRights[wanted]}
        value={wanted}
        onChange={(event) => setWanted(event.target.value as Role)}
      />
      {wanted !== role && (
        <div className="team__buttons">
          <ActionButton
            variant="filled"
            busy={isRunning}
            onClick={() =>
              void act(
                wanted,
                (key) => changeRole(id, { version, role: wanted }, key),
                `${name} is ${wanted === 'owner' ? 'an owner' : `a ${wanted}`} now.`,
              )
            }
          >
            Make {isSelf ? 'yourself' : name} {wanted === 'owner' ? 'an owner' : `a ${wanted}`}
          </ActionButton>
          <Button variant="subtle" onClick={() => setWanted(role)}>
            Cancel
          </Button>
        </div>
      )}
      {role === 'dispatcher' && (
        <NativeSelect
          label="Money"
          data={Object.entries(moneyNames).map(([value, label]) => ({ value, label }))}
          description={`${moneyRights[money]}. A change signs ${name} out.`}
          value={money}
          disabled={isRunning}
          onChange={({ target: { value } }) => {
            const next = value as Member['money'];
            void act(
              ['money', next],
              (key) => changeMoneyRight(id, { version, money: next }, key),
              `Money for ${name}: ${moneyNames[next].toLowerCase()}.`,
            );
          }}
        />
      )}
      {role !== 'bookkeeper' && (
        <TechnicianSelect
          value={technician?.id ?? null}
          onChange={(next) =>
            void act(
              ['technician', next],
              (key) => chooseTechnician(id, next, key),
              next === null
                ? `${name} isn’t linked to a technician now.`
                : `${name} now sees this technician’s visits.`,
            )
          }
        />
      )}
      {!isSelf && !isDisabled && (
        <div>
          <ActionButton
            variant="light"
            busy={isRunning}
            whenReadOnly
            onClick={() => void act('sign out', (key) => signMemberOut(id, key), signedOutWords(name))}
          >
            Sign out everywhere
          </ActionButton>
          <Text size="xs" c="dimmed" mt={4}>
            For a lost phone or computer. A phone deletes the day saved on it as soon as it’s online. Work it
            hasn’t sent yet stays on it, for that user only. They can sign in again on any device.
          </Text>
        </div>
      )}
      <div>
        <ActionButton
          {...(isDisabled ? {} : { color: 'danger', variant: 'light' })}
          busy={isRunning}
          whenReadOnly={!isDisabled}
          disabled={isLastOwner || (isSelf && !isDisabled)}
          onClick={() =>
            void act(
              ['disabled', isDisabled],
              (key) => (isDisabled ? enableMember(id, key) : disableMember(id, key)),
              isDisabled ? `${name} can sign in again.` : signedOutWords(name),
            )
          }
        >
          {isDisabled ? 'Enable' : 'Disable'}
        </ActionButton>
        <Text size="xs" c="dimmed" mt={4}>
          {isDisabled
            ? 'They can sign in again with their old password.'
            : 'They’re signed out everywhere and can’t sign in until you enable them again. Their work and history stay.'}
        </Text>
      </div>
    </div>
  );
}

function InvitationEntry({ invitation, now }: { invitation: Invitation; now: number }) {
  const { id, version, email, role, sent_at, expires_at } = invitation;
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const isOver = Date.parse(expires_at) < now;

  async function act(what: string, send: (key: string) => Promise<unknown>, done: string) {
    await decide({ what: [id, version, what], send, done });
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
      about={`Sent ${moment(sent_at)}, ${isOver ? 'expired' : 'valid until'} ${moment(expires_at)}`}
      aside={
        <>
          <ActionButton
            size="compact-sm"
            busy={isRunning}
            aria-label={`Resend the invitation to ${email}`}
            onClick={() =>
              void act(
                'resend',
                (key) => resendInvitation(id, key),
                `A new invitation is on its way to ${email}.`,
              )
            }
          >
            Resend
          </ActionButton>
          <ActionButton
            size="compact-sm"
            variant="subtle"
            busy={isRunning}
            whenReadOnly
            aria-label={`Withdraw the invitation to ${email}`}
            onClick={() =>
              void act(
                'revoke',
                (key) => revokeInvitation(id, key),
                `The invitation to ${email} is withdrawn.`,
              )
            }
          >
            Withdraw
          </ActionButton>
        </>
      }
    />
  );
}
