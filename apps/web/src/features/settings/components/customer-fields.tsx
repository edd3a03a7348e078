import { Switch } from '@mantine/core';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { TextField } from '../../../lib/kit/form/text-field.tsx';
import type { RecordForm } from '../../../lib/kit/form/use-record-form.ts';
import type { Business } from '../api.ts';

/** Whether customers hear of their visits, and how they answer. */
export function CustomerFields({ form }: { form: RecordForm<Business> }) {
  return (
    <>
      <FormField
        form={form}
        name="tells_customers"
        label="Telling customers"
        words={(isOn) => (isOn ? 'On' : 'Off')}
      >
        {({ value, set }) => (
          <Switch
            label="Tell customers by mail of their visits"
            description="When a visit is dispatched, moved or cancelled, and when somebody is on the way. Each mail waits a minute, and an undo in that time cancels it."
            checked={value}
            onChange={(event) => set(event.target.checked)}
          />
        )}
      </FormField>
      <TextField form={form} name="phone" label="Phone for customers" type="tel" most={40} />
      <TextField
        form={form}
        name="email"
        label="Email for answers"
        type="email"
        most={254}
        description="Where it goes when a customer answers such a mail."
      />
    </>
  );
}
