import { Badge, Code, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { spokenNumber } from '@muster/domain/calls/calls/numbers';
import type { CallSettings } from '@muster/domain/calls/calls/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../../lib/api/api.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { callSettingsQuery } from '../../../../lib/kit/phone-link.tsx';
import { RowItem, Rows } from '../../../../lib/kit/rows/rows.tsx';
import { ShownOnce } from '../../../../lib/kit/shown-once.tsx';
import { type CallServiceRow, callServicesQuery, connectCalls, editCalls, saveCallSettings } from '../api.ts';
import './call-services.css';

/** What tells a business who is calling, and what it keeps of it. */
export function CallServices({ services }: { services: readonly CallServiceRow[] }) {
  const [open, setOpen] = useState<CallServiceRow['kind']>();
  const [secret, setSecret] = useState<string>();
  const settings = useQuery(callSettingsQuery).data;
  return (
    <section className="connections" aria-labelledby="calls">
      <h2 id="calls">Calls</h2>
      <Text c="dimmed">
        Connect your phone system, and everyone in the office sees who is calling. Calls are never recorded:
        only who called, when, for how long and on which number.
      </Text>
      {services.length > 0 && (
        <Rows label="Phone connections">
          {services.map((service) => (
            <ServiceEntry key={service.id} service={service} />
          ))}
        </Rows>
      )}
      {secret !== undefined && (
        <ShownOnce
          title="The secret of your phone system"
          secret={secret}
          text="Your phone system signs each event with it."
          onDone={() => setSecret(undefined)}
        />
      )}
      {open ? (
        <ServiceForm kind={open} onMade={setSecret} onDone={() => setOpen(undefined)} />
      ) : (
        <div className="call-services__buttons">
          <ActionButton onClick={() => setOpen('calls')}>Connect a phone system</ActionButton>
          <ActionButton onClick={() => setOpen('sip')}>Connect a SIP account</ActionButton>
          <ActionButton onClick={() => setOpen('twilio calls')}>Connect Twilio for calls</ActionButton>
        </div>
      )}
      {settings && <SettingsForm settings={settings} />}
    </section>
  );
}

function ServiceEntry({ service }: { service: CallServiceRow }) {
  const { kind, name, address, number, office_phone, event_address, registered_until, is_enabled } = service;
  const [isOpen, setOpen] = useState(false);
  const [isEdited, setEdited] = useState(false);
  return (
    <RowItem
      title={
        <>
          {name}
          {!is_enabled && <Badge color="grey">Paused</Badge>}
        </>
      }
      about={
        kind === 'twilio calls'
          ? `Twilio: ${spokenNumber(number)} rings ${spokenNumber(office_phone)}`
          : kind === 'sip'
            ? `${address}${registered_until === null ? '' : ` · connected until ${moment(registered_until)}, then renewed`}`
            : 'A phone system or call tracker'
      }
      aside={
        <>
          {event_address !== null && (
            <ActionButton
              aria-expanded={isOpen}
              aria-label={`How to set it up: ${name}`}
              onClick={() => setOpen(!isOpen)}
            >
              How to set it up
            </ActionButton>
          )}
          <ActionButton
            aria-expanded={isEdited}
            aria-label={`Edit ${name}`}
            onClick={() => setEdited(!isEdited)}
          >
            Edit
          </ActionButton>
        </>
      }
    >
      {isOpen &&
        event_address !== null &&
        (kind === 'calls' ? <Webhook address={event_address} /> : <Twilio address={event_address} />)}
      {isEdited && (
        <ServiceForm kind={kind} service={service} onMade={() => {}} onDone={() => setEdited(false)} />
      )}
    </RowItem>
  );
}

/** What a program has to do that tells us of calls, with an example to try it. */
function Webhook({ address }: { address: string }) {
  return (
    <div className="call-services__how">
      <Text size="sm">
        For every event of a call, your phone system sends a POST with JSON to this address. Keep the address
        to yourself.
      </Text>
      <Code block>{address}</Code>
      <Text size="sm">
        <b>id</b> is different for each event, and the same when it’s sent again. <b>call</b> is the same for
        all events of one call. <b>event</b> is ringing, answered, ended or missed. <b>from</b> and <b>to</b>{' '}
        are numbers; leave from out, or send null, if it’s withheld. <b>direction</b> is in or out, <b>at</b>{' '}
        is when it happened, and <b>by</b> is who answered: all three can be left out. The order doesn’t
        matter.
      </Text>
      <Text size="sm">
        Sign it: the header Muster-Signature has the seconds since 1970 and the HMAC-SHA256 of “seconds.body”
        with your secret, in hexadecimal. It’s valid for five minutes. Try it:
      </Text>
      <Code block>{exampleOf(address)}</Code>
    </div>
  );
}

function exampleOf(address: string): string {
  return `SECRET='your secret'
BODY='{"id":"1","call":"test","event":"ringing","from":"0412 345 678"}'
T=$(date +%s)
V1=$(printf '%s' "$T.$BODY" | openssl dgst -sha256 -hmac "$SECRET" -hex | sed 's/.* //')
curl -H 'content-type: application/json' -H "muster-signature: t=$T,v1=$V1" -d "$BODY" \\
  ${address}`;
}

function Twilio({ address }: { address: string }) {
  return (
    <div className="call-services__how">
      <Text size="sm">
        In Twilio, open your number and choose Voice. Under “A call comes in” choose Webhook, enter this
        address and HTTP POST. Under “Call status changes” enter it again. Under “Primary handler fails” keep
        what you have now, so calls still reach you if this server doesn’t answer.
      </Text>
      <Code block>{address}</Code>
      <Text size="sm">Twilio then rings your office phone for each call, and we show who it is.</Text>
    </div>
  );
}

interface ServiceFormProps {
  kind: CallServiceRow['kind'];
  service?: CallServiceRow;
  onMade: (secret: string) => void;
  onDone: () => void;
}

/** The auth token or password is never shown again; left empty, it stays. */
function ServiceForm({ kind, service, onMade, onDone }: ServiceFormProps) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [isTwilio, isSip] = [kind === 'twilio calls', kind === 'sip'];
  const [name, setName] = useState(service?.name ?? (isTwilio ? 'Twilio' : ''));
  const [address, setAddress] = useState(service?.address ?? '');
  const [login, setLogin] = useState(service?.login ?? '');
  const [number, setNumber] = useState(service ? spokenNumber(service.number) : '');
  const [office, setOffice] = useState(service ? spokenNumber(service.office_phone) : '');
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string>();

  async function save() {
    if (name.trim() === '') return setRefusal('Enter a name.');
    if (isTwilio && !service && password === '') return setRefusal('Enter the auth token.');
    if (isSip && !service && password === '') return setRefusal('Enter the password.');
    const fields = {
      name: name.trim(),
      ...(isTwilio && { login: login.trim(), number, office_phone: office }),
      ...(isSip && { address: address.trim(), login: login.trim() }),
      ...(password !== '' && { password }),
    };
    const saved = await decide({
      what: [kind, fields, service?.version],
      send: (key) =>
        service
          ? editCalls(service.id, { version: service.version, ...fields }, key)
          : connectCalls({ kind, ...fields }, key),
      onRefused: ({ message }: ApiError) => {
        setRefusal(message);
        return true;
      },
      done: service
        ? 'Saved.'
        : isSip
          ? 'Saved. Connecting now.'
          : 'Connected. Now set up your phone system.',
    });
    if (!saved) return undefined;
    if ('secret' in saved.row && typeof saved.row.secret === 'string') onMade(saved.row.secret);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: callServicesQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: callSettingsQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: ['connections'] }),
    ]);
    return onDone();
  }

  return (
    <FormFrame label="Calls" isSaving={isRunning} onSubmit={() => void save()} onCancel={onDone}>
      <div className="call-services__form">
        <TextInput
          label="Name"
          placeholder="Front desk"
          maxLength={100}
          value={name}
          error={name.trim() === '' && refusal}
          onChange={(event) => {
            setName(event.target.value);
            setRefusal(undefined);
          }}
        />
        {isTwilio && (
          <>
            <TextInput
              label="Account SID"
              autoComplete="off"
              maxLength={100}
              value={login}
              onChange={(event) => setLogin(event.target.value)}
            />
            <TextInput
              type="password"
              label="Auth token"
              description={service ? 'Leave it empty to keep the one you have' : undefined}
              autoComplete="new-password"
              maxLength={200}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <TextInput
              label="Your Twilio number"
              description="Customers call it, and see it when you ring them from here"
              type="tel"
              maxLength={20}
              value={number}
              onChange={(event) => setNumber(event.target.value)}
            />
            <TextInput
              label="Office phone"
              description="Twilio rings it for each call"
              type="tel"
              maxLength={20}
              value={office}
              onChange={(event) => setOffice(event.target.value)}
            />
          </>
        )}
        {isSip && (
          <>
            <TextInput
              label="SIP address"
              description="Add ;transport=tls or ;transport=tcp if your phone service asks for it"
              placeholder="sip:reception@pbx.example.com"
              autoComplete="off"
              maxLength={300}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
            <TextInput
              label="Sign-in name"
              description="Only if it’s different from the name in the address"
              autoComplete="off"
              maxLength={100}
              value={login}
              onChange={(event) => setLogin(event.target.value)}
            />
            <TextInput
              type="password"
              label="Password"
              description={service ? 'Leave it empty to keep the one you have' : undefined}
              autoComplete="new-password"
              maxLength={200}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Text size="sm" c="dimmed">
              We ring along as one more phone and never pick up. Give us an account of our own in the same
              ring group, because some phone systems sign out the phone that used it before.
            </Text>
          </>
        )}
        {refusal !== undefined && name.trim() !== '' && (
          <Text size="sm" c="danger" role="alert">
            {refusal}
          </Text>
        )}
        <div className="call-services__buttons">
          <ActionButton variant="filled" busy={isRunning} onClick={() => void save()}>
            {service ? 'Save' : 'Connect'}
          </ActionButton>
          <ActionButton variant="subtle" onClick={onDone}>
            Cancel
          </ActionButton>
        </div>
      </div>
    </FormFrame>
  );
}

const ringWays = [
  { value: 'tel', label: 'The device’s phone app (tel:)' },
  { value: 'sip', label: 'A SIP phone app (sip:)' },
] as const;

function SettingsForm({ settings }: { settings: CallSettings }) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: callSettingsQuery.queryKey });
  const form = useRecordForm<CallSettings>({
    place: 'the settings of calls',
    row: settings,
    send: (fields, { version }, key) => saveCallSettings({ ...fields, version }, key),
    onSaved({ row: _row, ...saved }) {
      refresh();
      tell('Saved.', [saved]);
    },
    onNewer: refresh,
  });
  const submit = () => void form.submit();
  return (
    <FormFrame label="Call settings" isSaving={form.isSaving} onSubmit={submit}>
      <div className="call-services__form">
        <FormField form={form} name="keep_days" label="Keep calls for">
          {({ value, set }) => (
            <NumberInput
              label="Keep calls for"
              description="In days, at least 30. Older calls are deleted for good, also from campaigns."
              min={30}
              max={3650}
              clampBehavior="blur"
              allowDecimal={false}
              value={value}
              onChange={(days) => set(typeof days === 'number' ? days : value)}
            />
          )}
        </FormField>
        <FormField form={form} name="ring_with" label="Phone numbers open in">
          {({ value, set }) => (
            <Select
              label="Phone numbers open in"
              allowDeselect={false}
              data={ringWays}
              value={value}
              onChange={(way) => set(way === 'sip' ? 'sip' : 'tel')}
            />
          )}
        </FormField>
      </div>
      <FormBar form={form} onSubmit={submit} />
    </FormFrame>
  );
}
