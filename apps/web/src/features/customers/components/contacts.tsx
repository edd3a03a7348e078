import { ActionIcon, Button, Text } from '@mantine/core';
import type { Contact } from '@muster/domain/contacts/schema';
import { Icon } from '@muster/ui/icon';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { Entry } from '../../../lib/kit/entry.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { type CustomerRecord, customerQuery, removeContact } from '../api.ts';
import { ContactForm } from './contact-form.tsx';

/** Whom to ring at a customer's. */
export function Contacts({ customer }: { customer: CustomerRecord }) {
  /** The contact that is being edited; `new` for one that is being added. */
  const [edited, setEdited] = useState<string>();
  const close = () => setEdited(undefined);
  const { contacts } = customer;
  return (
    <DrawerSection
      title="Contacts"
      action={
        edited === undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEdited('new')}>
            Add contact
          </Button>
        )
      }
    >
      {contacts.length === 0 && edited === undefined && (
        <Text c="dimmed">None yet. A tenant, a strata manager, whoever pays the bills.</Text>
      )}
      <ul className="entries">
        {contacts.map((contact) => (
          <li key={contact.id}>
            {contact.id === edited ? (
              <ContactForm customer={customer} contact={contact} onClose={close} />
            ) : (
              <ContactEntry contact={contact} onEdit={() => setEdited(contact.id)} />
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' && <ContactForm customer={customer} contact={undefined} onClose={close} />}
    </DrawerSection>
  );
}

function ContactEntry({ contact, onEdit }: { contact: Contact; onEdit: () => void }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const { id, customer_id, name, role, phone, email } = contact;

  async function remove() {
    await run({ what: id, send: (key) => removeContact(id, key), done: `The contact ${name} is removed.` });
    await queryClient.invalidateQueries({ queryKey: customerQuery(customer_id).queryKey });
  }

  return (
    <Entry
      title={name}
      text={[role, phone, email].filter(Boolean).join(' · ') || 'No phone, no email'}
      onEdit={onEdit}
      aside={
        <ActionIcon
          variant="subtle"
          c="dimmed"
          aria-label={`Remove the contact ${name}`}
          disabled={isRunning}
          onClick={() => void remove()}
        >
          <Icon name="cross" />
        </ActionIcon>
      }
    />
  );
}
