import { blanksOf, typedOf } from '@muster/domain/values/fields';
import { siteFields } from '@muster/domain/work/sites/fields';
import { customerFields } from '@muster/domain/work/customers/fields';
import type { Customer, NewCustomer as Body } from '@muster/domain/work/customers/schema';
import { Stack } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { Field } from '../../../../lib/kit/form/field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { addCustomer } from '../api.ts';
import { customerProblem } from '../model/customer-problem.ts';
import { newSiteFields, siteBody, type SiteFields, siteProblem } from '../model/site-words.ts';
import { ContactFields, type CustomerFields, MoreFields } from './customer-fields.tsx';
import { PlaceFields } from './place-fields.tsx';

type Fields = CustomerFields & SiteFields;

interface NewCustomerProps {
  /** Of the business. */
  zone: string;
  /** The number that they have called from. */
  phone?: string | undefined;
  onAdded: (id: string) => void;
  onCancel: () => void;
}

/** A customer with the first site, in one form and one change. */
export function NewCustomer({ zone, phone, onAdded, onCancel }: NewCustomerProps) {
  const { tell } = useUndo();
  const first = useFirstFocus();
  const blank: Fields = {
    ...newSiteFields(zone),
    ...typedOf(customerFields, blanksOf(customerFields)),
  };
  const form = useRecordForm<Fields, { row: Customer; change: number; made: boolean }>({
    place: 'customer new',
    row: blank,
    send: (changed, _, key) => addCustomer(bodyOf(changed), key),
    onSaved({ row, ...saved }) {
      tell(`${row.name} added.`, [saved]);
      onAdded(row.id);
    },
    onNewer: () => {},
    check: (values) => customerProblem(values) ?? (hasSite(values) ? siteProblem(values) : undefined),
  });
  const submit = () => void form.submit();
  const begin = useEffectEvent((called: string) => {
    if (form.values.phone === '') form.set('phone', called);
  });
  useEffect(() => {
    if (phone !== undefined) begin(phone);
  }, [phone]);
  return (
    <FormFrame label="New customer" isSaving={form.isSaving} onSubmit={submit}>
      <DrawerSection title="Contact details">
        <ContactFields form={form} suburb={form.values.place.suburb_id} first={first} />
      </DrawerSection>
      <DrawerSection title="First site">
        <Stack gap="sm">
          <PlaceFields form={form} zone={zone} />
          <Field of={siteFields} form={form} name="access_notes" />
        </Stack>
      </DrawerSection>
      <DrawerSection title="Business and notes">
        <MoreFields form={form} />
      </DrawerSection>
      <FormBar form={form} onSubmit={submit} label="Add customer" always onCancel={onCancel} />
    </FormFrame>
  );
}

/** Whoever said nothing of a site adds it later. */
function hasSite({ address, place, position, access_notes }: Partial<SiteFields>): boolean {
  return Boolean(address?.trim() || place?.suburb_id || position || access_notes?.trim());
}

function bodyOf(changed: Partial<Fields>): Body {
  const said = Object.entries(changed).filter(([name]) => name in customerFields);
  return {
    name: '',
    ...Object.fromEntries(said),
    ...(hasSite(changed) && { sites: [siteBody(changed)] }),
  };
}
