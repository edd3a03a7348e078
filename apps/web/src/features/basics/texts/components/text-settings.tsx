import { NumberInput, Text, Textarea, TextInput } from '@mantine/core';
import { LONGEST_TEXT, DOLLAR, priceWords } from '@muster/domain/basics/texts/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../../lib/api/api.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { ClockField } from '../../../../lib/kit/form/clock-field.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { TextLength } from '../../../../lib/kit/text-length.tsx';
import {
  saveTextSettings,
  sendTestText,
  type TextMonthRow,
  textQuery,
  type TextSettingsRow,
  textSettingsQuery,
} from '../api.ts';
import './text-settings.css';

interface TextSettingsProps {
  settings: TextSettingsRow;
  month: TextMonthRow;
  are: 'connected' | 'in the inbox' | 'off';
}

/** Who texts come from, what they may cost and when none is sent; and one to try it. */
export function TextSettings({ settings, month, are }: TextSettingsProps) {
  return (
    <section className="connections" aria-labelledby="texts">
      <h2 id="texts">Texts</h2>
      <Text c="dimmed">{whereTo[are]}</Text>
      <Text>
        This month: {month.texts === 1 ? '1 text' : `${month.texts} texts`},{' '}
        {month.parts === 1 ? '1 part' : `${month.parts} parts`}, {priceWords(month.spent)} of{' '}
        {priceWords(settings.monthly_ceiling * DOLLAR)}.
      </Text>
      <SettingsForm settings={settings} />
      {are !== 'off' && <TestText partPrice={settings.part_price} sender={settings.sender} />}
    </section>
  );
}

const whereTo = {
  connected: 'Texts go out through your text service.',
  'in the inbox':
    'No text service is connected, so texts stay in this server’s inbox, where you can read them.',
  off: 'No text service is connected, so no texts are sent.',
} as const;

function SettingsForm({ settings }: { settings: TextSettingsRow }) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: textSettingsQuery.queryKey });
  const form = useRecordForm<TextSettingsRow>({
    place: 'the settings of texts',
    row: settings,
    send: (fields, { version }, key) => saveTextSettings({ ...fields, version }, key),
    onSaved({ row: _row, ...saved }) {
      refresh();
      tell('Saved.', [saved]);
    },
    onNewer: refresh,
  });
  const submit = () => void form.submit();
  return (
    <FormFrame label="Text settings" isSaving={form.isSaving} onSubmit={submit}>
      <div className="text-settings">
        <FormField form={form} name="sender" label="Sender">
          {({ value, set }) => (
            <TextInput
              label="Sender"
              description="A number like +61412345678 can be answered. A registered name of up to 11 letters can’t."
              placeholder="The service’s own number"
              maxLength={20}
              value={value}
              onChange={(event) => set(event.target.value.trim())}
            />
          )}
        </FormField>
        <FormField form={form} name="part_price" label="Price per part">
          {({ value, set }) => (
            <NumberInput
              label="Price per part"
              description="In cents, as your service charges it"
              min={0}
              max={1_000}
              decimalScale={2}
              value={value / 100}
              onChange={(cents) => set(Math.round(Number(cents) * 100))}
            />
          )}
        </FormField>
        <FormField form={form} name="monthly_ceiling" label="Monthly limit">
          {({ value, set }) => (
            <NumberInput
              label="Monthly limit"
              description="In dollars. No text is sent that would go over it."
              min={0}
              max={100_000}
              allowDecimal={false}
              value={value}
              onChange={(dollars) => set(Number(dollars))}
            />
          )}
        </FormField>
        <div className="text-settings__quiet">
          <FormField form={form} name="quiet_from" label="Quiet from">
            {({ value, set }) => <ClockField label="Quiet from" value={value} onChange={set} />}
          </FormField>
          <FormField form={form} name="quiet_to" label="Quiet until">
            {({ value, set }) => <ClockField label="Quiet until" value={value} onChange={set} />}
          </FormField>
        </div>
      </div>
      <Text size="sm" c="dimmed">
        Texts wait during quiet hours, by the customer’s clock, unless someone is on the way or running late.
        Set both the same for none.
      </Text>
      <FormBar form={form} onSubmit={submit} />
    </FormFrame>
  );
}

/** To a phone of one's own, with words of one's own: what they cost is seen while typing. */
function TestText({ partPrice, sender }: { partPrice: number; sender: string }) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [to, setTo] = useState('');
  const [body, setBody] = useState('This is a test. Nothing to do.');
  const [refusal, setRefusal] = useState<string>();
  const [sent, setSent] = useState<string>();

  async function send() {
    const text = { to: to.trim(), body };
    if (text.to === '') return setRefusal('Enter a mobile number.');
    const onRefused = ({ message }: ApiError) => {
      setRefusal(message);
      return true;
    };
    const answer = await decide({ what: [text, sent], send: (key) => sendTestText(text, key), onRefused });
    if (!answer) return undefined;
    void queryClient.invalidateQueries({ queryKey: textSettingsQuery.queryKey });
    return setSent(answer.row.id);
  }

  return (
    <FormFrame label="Send a test" isSaving={isRunning} onSubmit={() => void send()}>
      <div className="text-settings__test">
        <TextInput
          label="Send a test to"
          type="tel"
          placeholder="0412 345 678"
          maxLength={40}
          value={to}
          error={refusal}
          onChange={(event) => {
            setTo(event.target.value);
            setRefusal(undefined);
          }}
        />
        <Textarea
          label="Text"
          autosize
          minRows={2}
          maxLength={LONGEST_TEXT}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
        <TextLength body={body} partPrice={partPrice} sender={sender} onStraighten={setBody} />
        <div>
          <ActionButton busy={isRunning} onClick={() => void send()}>
            Send the test
          </ActionButton>
        </div>
        {sent !== undefined && <Sent id={sent} />}
      </div>
    </FormFrame>
  );
}

function Sent({ id }: { id: string }) {
  const { data } = useQuery(textQuery(id));
  return (
    <Text component="output" display="block" size="sm">
      {data === undefined ? 'Sending…' : sentWords(data)}
    </Text>
  );
}

function sentWords({ state, at, why }: { state: keyof typeof words; at: string; why: string }): string {
  return [`${words[state]} ${moment(at)}.`, why].filter(Boolean).join(' ');
}

const words = {
  waiting: 'Waiting to be sent since',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  unknown: 'Handed over without an answer, so it may have arrived:',
  unsent: 'Unsent',
  expired: 'Not sent, because it was too late:',
} as const;
