import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { SearchSelect } from '../../../../lib/kit/form/search-select.tsx';
import type { NewInvitation } from '@muster/domain/identity/team/schema';
import { notify } from '@muster/ui/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isEmail, storedEmail } from '@muster/domain/values/email';
import type { ApiError } from '../../../../lib/api/api.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { choicesQuery, invite, teamQuery } from '../api.ts';
import { roleNames, roleRights } from '../model/role-words.ts';
import './team.css';

const invited = ['dispatcher', 'technician', 'bookkeeper', 'owner'] as const;

/** Somebody gets a mail, and chooses name and password themselves. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const first = useFirstFocus();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<NewInvitation['role']>('dispatcher');
  const [technician, setTechnician] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string>();

  async function send() {
    if (focusUnread()) return;
    const body = {
      email: email.trim(),
      role,
      ...(role === 'technician' && technician !== null && { technician_id: technician }),
    };
    if (!isEmail(storedEmail(body.email))) {
      setRefusal('Enter an email address like name@example.com.');
      return;
    }
    const onRefused = ({ message }: ApiError) => {
      setRefusal(message);
      return true;
    };
    const done = `An invitation is on its way to ${body.email}.`;
    if (!(await decide({ what: body, send: (key) => invite(body, key), done, onRefused }))) return;
    await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey });
    onClose();
  }

  return (
    <FormFrame label="Invite a teammate" isSaving={isRunning} onSubmit={() => void send()} onCancel={onClose}>
      <Stack gap="sm" className="team__form">
        <TextInput
          ref={first}
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setRefusal(undefined);
          }}
        />
        <NativeSelect
          label="Role"
          data={invited.map((value) => ({ value, label: roleNames[value] }))}
          description={roleRights[role]}
          value={role}
          onChange={(event) => setRole(event.target.value as typeof role)}
        />
        {role === 'technician' && <TechnicianSelect value={technician} onChange={setTechnician} />}
        <div className="team__buttons">
          <ActionButton variant="filled" busy={isRunning} onClick={() => void send()}>
            Send invitation
          </ActionButton>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </div>
        <Refusal text={refusal} />
      </Stack>
    </FormFrame>
  );
}

interface Uninvited {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Those on the board whom nobody can tell anything yet: each gets an invitation whose address is there. */
export function InviteTechnicians({ technicians }: { technicians: readonly Uninvited[] }) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const emailOf = ({ id, email }: Uninvited) => (typed.get(id) ?? email).trim();
  const wanted = technicians.filter((one) => emailOf(one) !== '');

  async function send() {
    const problems = new Map<string, string>();
    let sent = 0;
    for (const one of wanted) {
      const body = { email: emailOf(one), role: 'technician' as const, technician_id: one.id };
      const onRefused = ({ message }: ApiError) => {
        problems.set(one.id, message);
        return true;
      };
      if (!isEmail(storedEmail(body.email)))
        problems.set(one.id, 'Enter an email address like name@example.com.');
      else if (await decide({ what: body, send: (key) => invite(body, key), onRefused })) sent += 1;
    }
    setRefused(problems);
    if (sent > 0)
      notify({
        level: 'success',
        text: sent === 1 ? '1 invitation is on its way.' : `${sent} invitations are on their way.`,
      });
    await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey });
  }

  return (
    <FormFrame label="Invite technicians" isSaving={isRunning} onSubmit={() => void send()}>
      <Stack gap="sm" className="team__form">
        <Text c="dimmed" size="sm">
          {technicians.length === 1
            ? `${technicians[0]!.name} is on the board but can’t sign in, and doesn’t see visits in Muster.`
            : 'They’re on the board but can’t sign in, and don’t see their visits in Muster.'}
        </Text>
        {technicians.map((one) => (
          <TextInput
            key={one.id}
            label={one.name}
            type="email"
            placeholder="Email"
            autoComplete="off"
            maxLength={254}
            value={typed.get(one.id) ?? one.email}
            error={refused.get(one.id)}
            onChange={({ target: { value } }) => {
              setTyped(new Map(typed).set(one.id, value));
              setRefused(new Map([...refused].filter(([id]) => id !== one.id)));
            }}
          />
        ))}
        <div className="team__buttons">
          <ActionButton busy={isRunning} disabled={wanted.length === 0} onClick={() => void send()}>
            {wanted.length === 0 || technicians.length === 1
              ? `Send invitation${technicians.length === 1 ? '' : 's'}`
              : `Send ${wanted.length} invitation${wanted.length === 1 ? '' : 's'}`}
          </ActionButton>
        </div>
      </Stack>
    </FormFrame>
  );
}

interface TechnicianSelectProps {
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Who somebody is on the board: those who are nobody's sign-in yet. */
export function TechnicianSelect({ value, onChange }: TechnicianSelectProps) {
  const technicians = useQuery(choicesQuery).data ?? [];
  const free = technicians.filter(({ id, user_id }) => user_id === null || id === value);
  return (
    <SearchSelect
      label="Technician on the board"
      placeholder="None yet"
      thing="free technician"
      clearable
      choices={free.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      nothingFoundMessage="No free technician with that name"
      description={
        <Text span size="xs" c="dimmed">
          They see this technician’s visits. You can choose one later.
        </Text>
      }
      onChange={onChange}
    />
  );
}
