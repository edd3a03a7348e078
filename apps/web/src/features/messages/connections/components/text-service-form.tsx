import { Select, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../../lib/api/api.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { type ConnectionRow, connectionsQuery, connectTextService, editTextService } from '../api.ts';

/** Where texts go out: what a carrier has given the owner. */
export function NewTextService() {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <ActionButton onClick={() => setOpen(true)}>Connect a text service</ActionButton>
      </div>
    );
  return <ServiceForm onDone={() => setOpen(false)} />;
}

export function EditTextService({ connection, onDone }: { connection: ConnectionRow; onDone: () => void }) {
  return <ServiceForm connection={connection} onDone={onDone} />;
}

const kinds = [
  { value: 'smpp', label: 'SMPP, as carriers offer it' },
  { value: 'twilio', label: 'Twilio' },
] as const;

const lengths = [
  { value: 'parts', label: 'Muster sends them in parts' },
  { value: 'whole', label: 'The service does' },
] as const;

/** The password is never shown again; left empty, it stays. */
function ServiceForm({ connection, onDone }: { connection?: ConnectionRow; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [kind, setKind] = useState<'smpp' | 'twilio'>(connection?.kind === 'twilio' ? 'twilio' : 'smpp');
  const isTwilio = kind === 'twilio';
  const [address, setAddress] = useState(connection?.address ?? 'smpps://');
  const [login, setLogin] = useState(connection?.login ?? '');
  const [password, setPassword] = useState('');
  const [long_texts, setLongTexts] = useState<'parts' | 'whole'>(connection?.long_texts ?? 'parts');
  const [refusal, setRefusal] = useState<string>();

  async function save() {
    if (login.trim() === '' || (!connection && password === ''))
      return setRefusal(
        isTwilio ? 'Enter the account SID and the auth token.' : 'Enter the system ID and the password.',
      );
    const own = isTwilio ? {} : { address: address.trim(), long_texts };
    const fields = { ...own, login: login.trim() };
    const secret = password === '' ? {} : { password };
    const onRefused = ({ message }: ApiError) => {
      setRefusal(message);
      return true;
    };
    const saved = await decide({
      what: [kind, fields, password, connection?.version],
      send: (key) =>
        connection
          ? editTextService(connection.id, { version: connection.version, ...fields, ...secret }, key)
          : connectTextService({ kind, ...fields, password }, key),
      onRefused,
      done: connection ? 'Saved. We’re signing in again.' : 'Connected. Send yourself a test below.',
    });
    if (!saved) return undefined;
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: ['text settings'] }),
    ]);
    return onDone();
  }

  return (
    <FormFrame label="Text service" isSaving={isRunning} onSubmit={() => void save()} onCancel={onDone}>
      <div className="text-service">
        {!connection && (
          <Select
            label="Kind"
            allowDeselect={false}
            data={kinds}
            value={kind}
            onChange={(value) => setKind(value === 'twilio' ? 'twilio' : 'smpp')}
          />
        )}
        {!isTwilio && (
          <TextInput
            label="Address"
            description="SMPP over TLS, as your carrier gave it to you"
            placeholder="smpps://smsc.example.com:3550"
            maxLength={300}
            value={address}
            error={refusal}
            onChange={(event) => {
              setAddress(event.target.value);
              setRefusal(undefined);
            }}
          />
        )}
        <TextInput
          label={isTwilio ? 'Account SID' : 'System ID'}
          error={isTwilio && refusal}
          autoComplete="off"
          maxLength={100}
          value={login}
          onChange={(event) => setLogin(event.target.value)}
        />
        <TextInput
          type="password"
          label={isTwilio ? 'Auth token' : 'Password'}
          description={connection ? 'Leave it empty to keep the one you have' : undefined}
          autoComplete="new-password"
          maxLength={200}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {!isTwilio && (
          <Select
            label="Who cuts long texts"
            allowDeselect={false}
            data={lengths}
            value={long_texts}
            onChange={(value) => setLongTexts(value === 'whole' ? 'whole' : 'parts')}
          />
        )}
        <Text size="sm" c="dimmed">
          The service gets the mobile numbers of the people you text, and what the texts say.
        </Text>
        <div className="text-service__buttons">
          <ActionButton variant="filled" busy={isRunning} onClick={() => void save()}>
            {connection ? 'Save' : 'Connect'}
          </ActionButton>
          <ActionButton variant="subtle" onClick={onDone}>
            Cancel
          </ActionButton>
        </div>
      </div>
    </FormFrame>
  );
}
