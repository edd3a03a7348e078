import { ActionIcon, Button, Text, Group, Select } from '@mantine/core';
import { contactFields, tellChoices } from '@muster/domain/work/contacts/fields';
import type { Contact } from '@muster/domain/work/contacts/schema';
import { Icon } from '@muster/ui/icon';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Entry } from '../../../../lib/kit/entry.tsx';
import { Field } from '../../../../lib/kit/form/field.tsx';
import { EntryForm, useFieldsForm } from '../../../../lib/kit/form/fields-form.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import type { CustomerRecord } from '../api.ts';
import { customerQuery, removeContact, addContact, editContact } from '../api.ts';
import { contactFormProblem } from '../model/customer-problem.ts';

const tellWords: Record<Contact['tell_visits'], string> = {
  usual: 'As usual',
  yes: 'Yes, always',
  no: 'No',
};

/** What a site is called: by its name, its address or its suburb. */
function siteName({ sites }: CustomerRecord, id: string | null): string {
  const site = sites.find((one) => one.id === id);
  return site ? site.name || site.address || site.suburb : 'All sites';
}

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
        <Text c="dimmed">None yet. Add a tenant, a strata manager, or the person who pays the bills.</Text>
      )}
      <ul className="entries">
        {contacts.map((contact) => (
          <li key={contact.id}>
            {contact.id === edited ? (
              <ContactForm customer={customer} contact={contact} onClose={close} />
            ) : (
              <ContactEntry customer={customer} contact={contact} onEdit={() => setEdited(contact.id)} />
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' && <ContactForm customer={customer} contact={undefined} onClose={close} />}
    </DrawerSection>
  );
}

interface ContactEntryProps {
  customer: CustomerRecord;
  contact: Contact;
  onEdit: () => void;
}

function ContactEntry({ customer, contact, onEdit }: ContactEntryProps) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const { id, customer_id, name, role, phone, email, site_id, tell_visits } = contact;
  const place = site_id === null ? '' : `At ${siteName(customer, site_id)}`;
  const told = { usual: '', yes: 'Told about visits', no: 'Not told about visits' }[tell_visits];

  async function remove() {
    await run({ what: id, send: (key) => removeContact(id, key), done: `${name} removed.` });
    await queryClient.invalidateQueries({ queryKey: customerQuery(customer_id).queryKey });
  }

  return (
    <Entry
      title={name}
      text={[role, place, phone || email ? '' : 'No phone, no email', phone, email, told]
        .filter(Boolean)
        .join(' · ')}
      onEdit={onEdit}
      aside={
        <ActionIcon
          variant="subtle"
          c="dimmed"
          aria-label={`Remove contact ${name}`}
          disabled={isRunning}
          onClick={() => void remove()}
        >
          <Icon name="cross" />
        </ActionIcon>
      }
    />
  );
}

interface ContactFormProps {
  customer: CustomerRecord;
  /** Undefined: a new one. */
  contact: Contact | undefined;
  onClose: () => void;
}

function ContactForm({ customer, contact, onClose }: ContactFormProps) {
  const queryClient = useQueryClient();
  const first = useFirstFocus();
  const { queryKey } = customerQuery(customer.id);
  const form = useFieldsForm<typeof contactFields, Contact>({
    place: `contact ${contact?.id ?? `new ${customer.id}`}`,
    fields: contactFields,
    row: contact,
    send: (said, version, key) =>
      contact
        ? editContact(contact.id, { ...said, version }, key)
        : addContact(customer.id, { name: '', ...said }, key),
    done: ({ name }) => `${name} saved.`,
    onSaved() {
      void queryClient.invalidateQueries({ queryKey });
      onClose();
    },
    onNewer: (newer) =>
      queryClient.setQueryData<CustomerRecord>(
        queryKey,
        (known) =>
          known && { ...known, contacts: known.contacts.map((one) => (one.id === newer.id ? newer : one)) },
      ),
    check: contactFormProblem,
  });
  return (
    <EntryForm
      form={form}
      label={contact ? `Contact ${contact.name}` : 'New contact'}
      verb={contact ? 'Save' : 'Add contact'}
      onClose={onClose}
    >
      <Group grow align="start" gap="sm">
        <Field of={contactFields} form={form} name="name" inputRef={first} />
        <Field of={contactFields} form={form} name="role" />
      </Group>
      <Group grow align="start" gap="sm">
        <Field of={contactFields} form={form} name="phone" />
        <Field of={contactFields} form={form} name="email" />
      </Group>
      <Group grow align="start" gap="sm">
        <Field of={contactFields} form={form} name="site_id" words={(id) => siteName(customer, id)}>
          {({ value, set }) => (
            <Select
              label={contactFields.site_id.label}
              allowDeselect={false}
              data={[
                { value: '', label: 'All sites' },
                ...customer.sites.map(({ id }) => ({ value: id, label: siteName(customer, id) })),
              ]}
              value={value ?? ''}
              onChange={(chosen) => set(chosen === '' ? null : chosen)}
            />
          )}
        </Field>
        <Field of={contactFields} form={form} name="tell_visits" words={(value) => tellWords[value]}>
          {({ value, set }) => (
            <Select
              label={contactFields.tell_visits.label}
              allowDeselect={false}
              data={tellChoices.map((choice) => ({ value: choice, label: tellWords[choice] }))}
              value={value}
              onChange={(chosen) => chosen !== null && set(chosen)}
            />
          )}
        </Field>
      </Group>
      <Text size="xs" c="dimmed">
        Visit emails go to the contact of the site. If there’s none, they go to the customer.
      </Text>
    </EntryForm>
  );
}
