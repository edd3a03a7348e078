import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { Ticket } from '@muster/domain/work/technicians/schema';
import { Icon } from '@muster/ui/icon';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { useSkills } from '../../../../lib/kit/choices/use-skills.ts';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { EntryForm } from '../../../../lib/kit/form/fields-form.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { SearchSelect } from '../../../../lib/kit/form/search-select.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import type { TechnicianRecord } from '../api.ts';
import { removeTicket, technicianQuery, addTicket, editTicket } from '../api.ts';
import { Expiry } from './expiry.tsx';
import '../../../../lib/kit/drawer/entries.css';

/** The trade licences of a technician: what proves a skill, and until when. */
export function Tickets({ technician, today }: { technician: TechnicianRecord; today: LocalDate }) {
  /** The ticket that is being edited; `new` for one that is being added. */
  const [edited, setEdited] = useState<string>();
  const { nameOf } = useSkills();
  const { tickets } = technician;
  return (
    <DrawerSection
      title="Tickets"
      action={
        edited === undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEdited('new')}>
            Add ticket
          </Button>
        )
      }
    >
      {tickets.length === 0 && edited === undefined && (
        <Text c="dimmed">
          None yet. A ticket is a trade licence or card that proves a skill until it expires.
        </Text>
      )}
      <ul className="entries">
        {tickets.map((ticket) =>
          ticket.id === edited ? (
            <li key={ticket.id}>
              <TicketForm technician={technician} ticket={ticket} onClose={() => setEdited(undefined)} />
            </li>
          ) : (
            <TicketEntry
              key={ticket.id}
              ticket={ticket}
              skill={nameOf(ticket.skill_id)}
              today={today}
              onEdit={() => setEdited(ticket.id)}
            />
          ),
        )}
      </ul>
      {edited === 'new' && (
        <TicketForm technician={technician} ticket={undefined} onClose={() => setEdited(undefined)} />
      )}
    </DrawerSection>
  );
}

interface TicketEntryProps {
  ticket: Ticket;
  skill: string;
  today: LocalDate;
  onEdit: () => void;
}

function TicketEntry({ ticket, skill, today, onEdit }: TicketEntryProps) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const { id, technician_id, kind, number, issuer, expires_on } = ticket;

  async function remove() {
    const send = (key: string) => removeTicket(id, key);
    await run({ what: id, send, done: `${kind} removed.` });
    await queryClient.invalidateQueries({ queryKey: technicianQuery(technician_id).queryKey });
  }

  return (
    <li className="entries__one">
      <button type="button" className="entries__text" onClick={onEdit}>
        <Text span fw={550}>
          {kind}
        </Text>
        <Text span size="xs" c="dimmed">
          {[skill, number, issuer].filter(Boolean).join(' · ')}
        </Text>
      </button>
      <Group gap={4} wrap="nowrap">
        <Expiry expires={expires_on} today={today} always />
        <ActionIcon
          variant="subtle"
          c="dimmed"
          aria-label={`Remove ticket ${kind}`}
          disabled={isRunning}
          onClick={() => void remove()}
        >
          <Icon name="cross" />
        </ActionIcon>
      </Group>
    </li>
  );
}

interface TicketFormProps {
  technician: TechnicianRecord;
  /** Undefined: a new one. */
  ticket: Ticket | undefined;
  onClose: () => void;
}

function TicketForm({ technician, ticket, onClose }: TicketFormProps) {
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
      tell(`${kind} saved.`, [saved]);
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
        ? { field: 'skill_id', text: 'Choose the skill it proves.' }
        : kind.trim() === ''
          ? { field: 'kind', text: 'Enter the type of ticket.' }
          : undefined,
  });
  return (
    <EntryForm
      form={form}
      label={ticket ? `Ticket ${ticket.kind}` : 'New ticket'}
      verb={ticket ? 'Save' : 'Add ticket'}
      onClose={onClose}
    >
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
          <SearchSelect
            label="Skill it proves"
            error={error}
            placeholder={all.length === 0 ? 'No skills yet' : 'Choose a skill'}
            thing="skill"
            nothingFoundMessage="No results"
            choices={choicesFor([value])}
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
            <DayField label="Expiry date" placeholder="Never expires" value={value} onChange={set} canClear />
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
    </EntryForm>
  );
}
