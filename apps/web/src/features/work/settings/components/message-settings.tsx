import { Alert, Button, Group, Select, Switch, Text } from '@mantine/core';
import { clockWords } from '../../../../lib/format/clock.ts';
import { type MessageKind, messageWays } from '@muster/domain/work/visits/rules';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { useHasTexts } from '../../../../lib/choices/texts.ts';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { type RecordForm, useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { type Business, businessQuery, editBusiness } from '../api.ts';
import { kindsInOrder, kindWords, wayWords } from '../model/message-words.ts';
import { MessageEditor } from './message-editor.tsx';
import { SettingsSection } from '../../../../lib/kit/form/settings-section.tsx';
import './message-settings.css';

interface MessageSettingsProps {
  business: Business;
  /** What a part of a text costs, in hundredths of a cent. */
  partPrice: number;
  /** Who texts come from. */
  sender: string;
}

/** What customers are told, when, by which way and in which words. */
export function MessageSettings({ business, partPrice, sender }: MessageSettingsProps) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const keep = (row: Business) => queryClient.setQueryData(businessQuery.queryKey, row);
  const form = useRecordForm<Business>({
    place: 'messages to customers',
    row: business,
    send(fields, { version }, key) {
      const { tells_customers, confirms_bookings, message_ways, message_texts, reminder_at, sends_reports } =
        fields;
      const changed = {
        tells_customers,
        confirms_bookings,
        message_ways,
        message_texts,
        reminder_at,
        sends_reports,
      };
      const given = Object.entries(changed).filter(([, value]) => value !== undefined);
      return editBusiness({ ...Object.fromEntries(given), version }, key);
    },
    onSaved({ row, ...saved }) {
      keep(row);
      tell('Messages saved.', [saved]);
    },
    onNewer: keep,
  });
  const submit = () => void form.submit();
  return (
    <div className="settings-form">
      <FormFrame label="Customer messages" isSaving={form.isSaving} onSubmit={submit}>
        <SettingsSection
          title="Messages about visits"
          about="Each message waits a minute, so you can still undo what caused it."
        >
          <WhetherFields form={form} />
        </SettingsSection>
        <SettingsSection
          title="What we send"
          about="Turn each message on or off, choose how it’s sent, and put it in your own words. Customers can prefer another way."
        >
          <Kinds form={form} partPrice={partPrice} sender={sender} />
        </SettingsSection>
        <FormBar form={form} onSubmit={submit} />
      </FormFrame>
    </div>
  );
}

const onOff = (isOn: boolean) => (isOn ? 'On' : 'Off');

function WhetherFields({ form }: { form: RecordForm<Business> }) {
  return (
    <>
      <FormField form={form} name="tells_customers" label="Customer messages" words={onOff}>
        {({ value, set }) => (
          <Switch
            label="Tell customers about their visits"
            description="When this is off, customers get none of the messages below."
            checked={value}
            onChange={(event) => set(event.target.checked)}
          />
        )}
      </FormField>
      <FormField form={form} name="confirms_bookings" label="Confirm bookings" words={onOff}>
        {({ value, set }) => (
          <Switch
            label="Confirm a booking as soon as its time is agreed"
            description="When you take a slot for a customer, not only when you dispatch it. Dispatching it unchanged sends nothing more."
            checked={value}
            onChange={(event) => set(event.target.checked)}
          />
        )}
      </FormField>
    </>
  );
}

function Kinds({
  form,
  partPrice,
  sender,
}: {
  form: RecordForm<Business>;
  partPrice: number;
  sender: string;
}) {
  const hasTexts = useHasTexts();
  const [open, setOpen] = useState<MessageKind>();
  const ways = form.values.message_ways;
  const wantsTexts = Object.values(ways).some((way) => way === 'text' || way === 'both');
  const words = (of: Business['message_ways']) =>
    kindsInOrder.map((kind) => `${kindWords[kind].name}: ${wayWords[of[kind]]}`).join(', ');
  return (
    <>
      {wantsTexts && !hasTexts && (
        <Alert color="attention" title="Texts aren’t connected">
          Messages go by email until they are. <Link to="/settings/connections">Open Connections</Link>
        </Alert>
      )}
      <FormField form={form} name="message_ways" label="What we send" words={words}>
        {({ value, set }) => (
          <ul className="message-kinds">
            {kindsInOrder.map((kind) => (
              <li key={kind} className="message-kinds__kind">
                <div className="message-kinds__row">
                  <div>
                    <Text fw={550}>{kindWords[kind].name}</Text>
                    <Text size="sm" c="dimmed">
                      {kindWords[kind].when}
                    </Text>
                    {kind === 'reminder' && value.reminder !== 'off' && <ReminderHour form={form} />}
                    {kind === 'done' && value.done !== 'off' && <WithReport form={form} />}
                  </div>
                  <Group gap="xs" wrap="nowrap">
                    <Select
                      className="message-kinds__way"
                      aria-label={`How “${kindWords[kind].name}” is sent`}
                      allowDeselect={false}
                      data={messageWays.map((way) => ({ value: way, label: wayWords[way] }))}
                      value={value[kind]}
                      onChange={(way) => way !== null && set({ ...value, [kind]: way })}
                    />
                    <Button
                      variant="default"
                      aria-expanded={open === kind}
                      aria-label={`Edit wording of “${kindWords[kind].name}”`}
                      onClick={() => setOpen(open === kind ? undefined : kind)}
                    >
                      Edit wording
                    </Button>
                  </Group>
                </div>
                {open === kind && (
                  <MessageEditor form={form} kind={kind} partPrice={partPrice} sender={sender} />
                )}
              </li>
            ))}
          </ul>
        )}
      </FormField>
    </>
  );
}

function WithReport({ form }: { form: RecordForm<Business> }) {
  return (
    <FormField form={form} name="sends_reports" label="Report sent by itself" words={onOff}>
      {({ value, set }) => (
        <Switch
          mt="xs"
          label="Attach the visit report to the email"
          description="As it is when the work is completed. Off, you send each report yourself."
          checked={value}
          onChange={(event) => set(event.target.checked)}
        />
      )}
    </FormField>
  );
}

const hours = Array.from({ length: 14 }, (_, at) => `${String(at + 7).padStart(2, '0')}:00`);

function ReminderHour({ form }: { form: RecordForm<Business> }) {
  return (
    <FormField form={form} name="reminder_at" label="Reminders at" words={clockWords}>
      {({ value, set }) => (
        <Select
          mt="xs"
          label="Send it at"
          description="By the clocks at the site."
          allowDeselect={false}
          data={[...new Set([...hours, value])]
            .toSorted()
            .map((at) => ({ value: at, label: clockWords(at) }))}
          value={value}
          onChange={(at) => at !== null && set(at)}
        />
      )}
    </FormField>
  );
}
