import { Group, Select, Stack, TextInput } from '@mantine/core';
import type { Ticket } from '@muster/domain/technicians/schema';
import { useQueryClient } from '@tanstack/react-query';
import { DayField } from '../../../lib/kit/form/day-field.tsx';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../lib/undo.ts';
import { addTicket, editTicket, technicianQuery } from '../api.ts';
import type { TechnicianRecord } from '../api.ts';
import { useSkills } from '../../../lib/kit/use-skills.ts';

interface TicketFormProps {
  technician: TechnicianRecord;
  /** Undefined: a new one. */
  ticket: Ticket | undefined;
  onClose: () => void;
}

export function TicketForm({ technician, ticket, onClose }: TicketFormProps) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const first = useFirstFocus();
  const { all, choicesFor, nameOf } = useSkills();
  const { queryKey } = technicianQuery(technician.id);
  const blank: Ticket = {
    id: 'new',
    version: 0,
    technician_id: technician.id,
    skill_id: technician.skills[0] ?? '',
    kind: '',
    issuer: '',
    number: '',
    expires_on: null,
  };
  const row = ticket ?? blank;
  const readAgain = () => void queryClient.invalidateQueries({ queryKey });
  const form = useRecordForm<Ticket>({
    place: `ticket ${ticket?.id ?? `new ${technician.id}`}`,
    row,
    send(changed, { version }, key) {
      const { technician_id: _, ...fields } = changed;
      return ticket
        ? editTicket(ticket.id, { ...fields, version }, key)
        : addTicket(technician.id, { kind: '', ...fields, skill_id: fields.skill_id ?? row.skill_id }, key);
    },
    onSaved({ row: { kind }, ...saved }) {
      tell(`The ticket ${kind} is saved.`, [saved]);
      readAgain();
      onClose();
    },
    onNewer: (newer: Ticket) =>
      queryClient.setQueryData<TechnicianRecord>(
        queryKey,
        (known) =>
          known && { ...known, tickets: known.tickets.map((one) => (one.id === newer.id ? newer : one)) },
      ),
    check: ({ kind, skill_id }) =>
      skill_id === ''
        ? { field: 'skill_id', text: 'Choose the skill that it proves.' }
        : kind.trim() === ''
          ? { field: 'kind', text: 'Say what it is.' }
          : undefined,
  });
  const submit = () => void form.submit();
  return (
    <div className="entries__form">
      <FormFrame
        label={ticket ? `Ticket ${ticket.kind}` : 'New ticket'}
        isSaving={form.isSaving}
        onSubmit={submit}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        <Stack gap="sm">
          <FormField form={form} name="kind" label="Ticket">
            {({ value, set, error }) => (
              <TextInput
                label="Ticket"
                error={error}
                placeholder="Gas fitter’s licence"
                maxLength={100}
                ref={first}
                value={value}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </FormField>
          <FormField form={form} name="skill_id" label="Skill" words={nameOf}>
            {({ value, set, error }) => (
              <Select
                label="Proves the skill"
                error={error}
                placeholder={all.length === 0 ? 'There are no skills yet' : 'Choose a skill'}
                searchable
                allowDeselect={false}
                data={choicesFor([value])}
                value={value || null}
                onChange={(id) => id !== null && set(id)}
              />
            )}
          </FormField>
          <Group grow align="start" gap="sm">
            <FormField form={form} name="number" label="Number">
              {({ value, set }) => (
                <TextInput
                  label="Number"
                  maxLength={100}
                  value={value}
                  onChange={(event) => set(event.target.value)}
                />
              )}
            </FormField>
            <FormField form={form} name="expires_on" label="Expiry" words={(day) => day ?? 'Never'}>
              {({ value, set }) => (
                <DayField
                  label="No longer valid from"
                  placeholder="Never expires"
                  value={value}
                  onChange={set}
                  canClear
                />
              )}
            </FormField>
          </Group>
          <FormField form={form} name="issuer" label="Issuer">
            {({ value, set }) => (
              <TextInput
                label="Issued by"
                placeholder="Fair Trading NSW"
                maxLength={100}
                value={value}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </FormField>
        </Stack>
        <FormBar
          form={form}
          onSubmit={submit}
          label={ticket ? 'Save' : 'Add ticket'}
          always
          onCancel={onClose}
        />
      </FormFrame>
    </div>
  );
}
