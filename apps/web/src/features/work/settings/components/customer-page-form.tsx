import { NumberInput, Select, Switch } from '@mantine/core';
import { anotherTimes, type CustomerPage } from '@muster/domain/work/settings/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { type Business, businessQuery, editBusiness } from '../api.ts';
import { SettingsSection } from '../../../../lib/kit/form/settings-section.tsx';

const timeWords: Record<CustomerPage['another_time'], string> = {
  'at once': 'They choose a free time, and it’s booked',
  request: 'They choose a free time, and you confirm it',
  off: 'They call you',
};

/** What customers can do on the pages of their visits. */
export function CustomerPageForm({ business }: { business: Business }) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const keep = (row: Business) => queryClient.setQueryData(businessQuery.queryKey, row);
  const form = useRecordForm<Business>({
    place: 'the customer’s page',
    row: business,
    send: ({ customer_page }, { version }, key) =>
      editBusiness({ version, ...(customer_page && { customer_page }) }, key),
    onSaved({ row, ...saved }) {
      keep(row);
      tell('Customer’s page saved.', [saved]);
    },
    onNewer: keep,
  });
  const submit = () => void form.submit();
  return (
    <div className="settings-form">
      <FormFrame label="Customer’s page" isSaving={form.isSaving} onSubmit={submit}>
        <FormField form={form} name="customer_page" label="Customer’s page" words={pageWords}>
          {({ value, set }) => (
            <>
              <SettingsSection
                title="The page"
                about="Each visit has one: when, who and where, on the way, and the report. It needs no sign-in, only its link."
              >
                <Switch
                  label="Customers have a page for each visit"
                  description="Off: every link stops opening until it’s on again."
                  checked={value.is_on}
                  onChange={({ target }) => set({ ...value, is_on: target.checked })}
                />
                <Switch
                  label="Customers can send photos"
                  description="For whoever comes. They’re kept with the visit’s files."
                  checked={value.takes_photos}
                  onChange={({ target }) => set({ ...value, takes_photos: target.checked })}
                />
              </SettingsSection>
              <SettingsSection
                title="Another time"
                about="Up to five times that are free on your board and fit the day’s drives."
              >
                <Select
                  label="If the time doesn’t suit"
                  allowDeselect={false}
                  data={anotherTimes.map((way) => ({ value: way, label: timeWords[way] }))}
                  value={value.another_time}
                  onChange={(way) => {
                    const another_time = anotherTimes.find((known) => known === way);
                    if (another_time) set({ ...value, another_time });
                  }}
                />
                <NumberInput
                  label="Until how many hours before"
                  description="Also how soon the times offered can be."
                  min={0}
                  max={336}
                  allowDecimal={false}
                  value={value.hours_before}
                  onChange={(hours) => typeof hours === 'number' && set({ ...value, hours_before: hours })}
                />
                <NumberInput
                  label="How often for each visit"
                  min={1}
                  max={20}
                  allowDecimal={false}
                  value={value.most_changes}
                  onChange={(most) => typeof most === 'number' && set({ ...value, most_changes: most })}
                />
              </SettingsSection>
            </>
          )}
        </FormField>
        <FormBar form={form} onSubmit={submit} />
      </FormFrame>
    </div>
  );
}

function pageWords({ is_on, another_time, hours_before, most_changes, takes_photos }: CustomerPage): string {
  if (!is_on) return 'Off';
  const photos = takes_photos ? 'photos' : 'no photos';
  return `${timeWords[another_time]}, until ${hours_before} h before, ${most_changes} times; ${photos}`;
}
