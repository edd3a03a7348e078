import type { Customer } from '@muster/domain/customers/schema';
import { Stack } from '@mantine/core';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { TextField } from '../../../lib/kit/form/text-field.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../lib/undo.ts';
import { addCustomer, type NewCustomer as Body } from '../api.ts';
import { customerProblem } from '../model/customer-problem.ts';
import { newSiteFields, siteBody, type SiteFields, siteProblem } from '../model/site-words.ts';
import { ContactFields, type CustomerFields, MoreFields } from './customer-fields.tsx';
import { PlaceFields } from './place-fields.tsx';

type Fields = CustomerFields & SiteFields;

interface NewCustomerProps {
  /** Of the business. */
  zone: string;
  onAdded: (id: string) => void;
  onCancel: () => void;
}

/** A customer with the first site, in one form and one change. */
export function NewCustomer({ zone, onAdded, onCancel }: NewCustomerProps) {
  const { tell } = useUndo();
  const first = useFirstFocus();
  const blank: Fields = {
    ...newSiteFields(zone),
    name: '',
    phone: '',
    email: '',
    abn: '',
    tags: [],
    note: '',
  };
  const form = useRecordForm<Fields, { row: Customer; change: number; made: boolean }>({
    place: 'customer new',
    row: blank,
    send: (changed, _, key) => addCustomer(bodyOf(changed), key),
    onSaved({ row, ...saved }) {
      tell(`${row.name} is added.`, [saved]);
      onAdded(row.id);
    },
    onNewer: () => {},
    check: (values) => customerProblem(values) ?? (hasSite(values) ? siteProblem(values) : undefined),
  });
  const submit = () => void form.submit();
  return (
    <FormFrame label="New customer" isSaving={form.isSaving} onSubmit={submit}>
      <ContactFields form={form} suburb={form.values.place.suburb_id} first={first} />
      <DrawerSection title="First site">
        <Stack gap="sm">
          <PlaceFields form={form} zone={zone} />
          <TextField
            form={form}
            name="access_notes"
            label="Access notes"
            placeholder="Keys at the café next door"
            lines={2}
            most={5_000}
          />
        </Stack>
      </DrawerSection>
      <MoreFields form={form} />
      <FormBar form={form} onSubmit={submit} label="Add customer" always onCancel={onCancel} />
    </FormFrame>
  );
}

/** Whoever said nothing of a site adds it later. */
function hasSite({ address, place, position, access_notes }: Partial<SiteFields>): boolean {
  return Boolean(address?.trim() || place?.suburb_id || position || access_notes?.trim());
}

function bodyOf(changed: Partial<Fields>): Body {
  const { name = '', phone, email, abn, tags, note } = changed;
  const more = { phone, email, abn, tags, note };
  return {
    name,
    ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)),
    ...(hasSite(changed) && { sites: [siteBody(changed)] }),
  };
}
