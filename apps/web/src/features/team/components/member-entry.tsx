import { Alert, Badge, Button, NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { moment } from '../../../lib/format.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useDecision } from '../../../lib/kit/form/use-decision.ts';
import { RowItem } from '../../../lib/kit/rows/rows.tsx';
import {
  changeRole,
  chooseTechnician,
  disableMember,
  enableMember,
  type Member,
  type Role,
  signMemberOut,
  teamQuery,
} from '../api.ts';
import { nameOf, roleNames, roleRights } from '../model/role-words.ts';
import { TechnicianSelect } from './invite-form.tsx';
import './team.css';

interface MemberEntryProps {
  member: Member;
  /** Whether it is the person who looks. */
  isSelf: boolean;
  isLastOwner: boolean;
}

export function MemberEntry({ member, isSelf, isLastOwner }: MemberEntryProps) {
  const [isOpen, setOpen] = useState(false);
  const { email, role, technician, seen_at, disabled_at } = member;
  const name = nameOf(member);
  const seen = disabled_at === null ? seenWords(seen_at) : `cannot sign in since ${moment(disabled_at)}`;
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
  return seen_at === null ? 'not seen lately' : `last seen ${moment(seen_at)}`;
}

/** A phone without a connection does not hear of it, and shows its day until it does. */
function signedOutWords(name: string): string {
  return `${name} is signed out. A device without a connection follows as soon as it has one.`;
}

function MemberEdit({ member, isSelf, isLastOwner }: MemberEntryProps) {
  const { id, version, role, technician, disabled_at } = member;
  const queryClient = useQueryClient();
  const { run, isRunning } = useDecision();
  const [wanted, setWanted] = useState<Role>(role);
  const name = nameOf(member);

  async function act(what: unknown, send: (key: string) => Promise<unknown>, done: string) {
    await run({ what: [id, version, what], send, done });
    await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey });
  }

  const isDisabled = disabled_at !== null;
  return (
    <div className="team__edit">
      {isLastOwner && (
        <Alert color="info" title={isSelf ? 'You are the only owner' : `${name} is the only owner`}>
          A business needs an owner: make somebody else an owner first, then this role can change.
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
            Leave it
          </Button>
        </div>
      )}
      <TechnicianSelect
        value={technician?.id ?? null}
        onChange={(next) =>
          void act(
            ['technician', next],
            (key) => chooseTechnician(id, next, key),
            next === null ? `${name} is nobody on the board now.` : `${name} sees these visits from now on.`,
          )
        }
      />
      {!isSelf && !isDisabled && (
        <div>
          <ActionButton
            variant="light"
            busy={isRunning}
            onClick={() => void act('sign out', (key) => signMemberOut(id, key), signedOutWords(name))}
          >
            Sign out everywhere
          </ActionButton>
          <Text size="xs" c="dimmed" mt={4}>
            For a lost phone or computer. A phone wipes the day that it keeps as soon as it has a connection;
            work that it has not sent stays on it, for its own user alone. They sign in again where they are.
          </Text>
        </div>
      )}
      <div>
        <ActionButton
          {...(isDisabled ? {} : { color: 'danger', variant: 'light' })}
          busy={isRunning}
          disabled={isLastOwner || (isSelf && !isDisabled)}
          onClick={() =>
            void act(
              ['disabled', isDisabled],
              (key) => (isDisabled ? enableMember(id, key) : disableMember(id, key)),
              isDisabled ? `${name} can sign in again.` : signedOutWords(name),
            )
          }
        >
          {isDisabled ? 'Let them sign in again' : 'Disable'}
        </ActionButton>
        <Text size="xs" c="dimmed" mt={4}>
          {isDisabled
            ? 'They sign in with the password that they had.'
            : 'They are signed out everywhere and cannot sign in again until you allow it. Their work and history stay.'}
        </Text>
      </div>
    </div>
  );
}
