import { ActionIcon, Button, Group, Text } from '@mantine/core';
import type { Ticket } from '@muster/domain/technicians/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { Icon } from '@muster/ui/icon';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';

import { removeTicket, technicianQuery } from '../api.ts';
import type { TechnicianRecord } from '../api.ts';
import { Expiry } from './expiry.tsx';
import { TicketForm } from './ticket-form.tsx';
import { useSkills } from '../../../lib/kit/use-skills.ts';
import '../../../lib/kit/drawer/entries.css';

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
          None yet. A ticket is a trade licence or a card that proves a skill until it expires.
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
    await run({ what: id, send, done: `The ticket ${kind} is removed.` });
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
          aria-label={`Remove the ticket ${kind}`}
          disabled={isRunning}
          onClick={() => void remove()}
        >
          <Icon name="cross" />
        </ActionIcon>
      </Group>
    </li>
  );
}
