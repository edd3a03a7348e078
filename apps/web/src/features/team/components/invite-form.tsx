import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { SearchSelect } from '../../../lib/kit/form/search-select.tsx';
import type { NewInvitation } from '@muster/domain/team/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isEmail, storedEmail } from '@muster/domain/values/email';
import type { ApiError } from '../../../lib/api.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { focusUnread } from '../../../lib/kit/form/unread.ts';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useDecision } from '../../../lib/kit/form/use-decision.ts';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { Refusal } from '../../../lib/refusal.tsx';
import { choicesQuery, invite, teamQuery } from '../api.ts';
import { roleNames, roleRights } from '../model/role-words.ts';
import './team.css';

const invited = ['dispatcher', 'technician'] as const;

/** Somebody gets a mail, and chooses name and password themselves. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useDecision();
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
    if (!(await run({ what: body, send: (key) => invite(body, key), done, onRefused }))) return;
    await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey });
    onClose();
  }

  return (
    <FormFrame label="Invite somebody" isSaving={isRunning} onSubmit={() => void send()} onCancel={onClose}>
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
            Send the invitation
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
      label="Who they are on the board"
      placeholder="Nobody yet"
      thing="free technician"
      clearable
      choices={free.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      nothingFoundMessage="Nobody of that name is free"
      description={
        <Text span size="xs" c="dimmed">
          They see the visits of this technician. It can be chosen later.
        </Text>
      }
      onChange={onChange}
    />
  );
}
