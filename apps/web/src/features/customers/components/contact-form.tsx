import { Group, Stack } from '@mantine/core';
import type { Contact } from '@muster/domain/contacts/schema';
import { useQueryClient } from '@tanstack/react-query';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { TextField } from '../../../lib/kit/form/text-field.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../lib/undo.ts';
import { addContact, type CustomerRecord, customerQuery, editContact } from '../api.ts';

interface ContactFormProps {
  customer: CustomerRecord;
  /** Undefined: a new one. */
  contact: Contact | undefined;
  onClose: () => void;
}

export function ContactForm({ customer, contact, onClose }: ContactFormProps) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const first = useFirstFocus();
  const { queryKey } = customerQuery(customer.id);
  const blank: Contact = {
    id: 'new',
    version: 0,
    customer_id: customer.id,
    name: '',
    role: '',
    phone: '',
    email: '',
  };
  const form = useRecordForm<Contact>({
    place: `contact ${contact?.id ?? `new ${customer.id}`}`,
    row: contact ?? blank,
    send(changed, { version }, key) {
      const { customer_id: _, id: __, ...fields } = changed;
      return contact
        ? editContact(contact.id, { ...fields, version }, key)
        : addContact(customer.id, { ...fields, name: fields.name ?? '' }, key);
    },
    onSaved({ row, ...saved }) {
      tell(`The contact ${row.name} is saved.`, [saved]);
      void queryClient.invalidateQueries({ queryKey });
      onClose();
    },
    onNewer: (newer: Contact) =>
      queryClient.setQueryData<CustomerRecord>(
        queryKey,
        (known) =>
          known && { ...known, contacts: known.contacts.map((one) => (one.id === newer.id ? newer : one)) },
      ),
    check: ({ name }) =>
      name.trim() === '' ? { field: 'name', text: 'A contact needs a name.' } : undefined,
  });
  const submit = () => void form.submit();
  return (
    <div className="entries__form">
      <FormFrame
        label={contact ? `Contact ${contact.name}` : 'New contact'}
        isSaving={form.isSaving}
        onSubmit={submit}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        <Stack gap="sm">
          <Group grow align="start" gap="sm">
            <TextField form={form} name="name" label="Contact name" most={200} inputRef={first} />
            <TextField form={form} name="role" label="Role" placeholder="Tenant, accounts …" most={100} />
          </Group>
          <Group grow align="start" gap="sm">
            <TextField form={form} name="phone" label="Contact phone" type="tel" most={40} />
            <TextField form={form} name="email" label="Contact email" type="email" most={254} />
          </Group>
        </Stack>
        <FormBar
          form={form}
          onSubmit={submit}
          label={contact ? 'Save' : 'Add contact'}
          always
          onCancel={onClose}
        />
      </FormFrame>
    </div>
  );
}
