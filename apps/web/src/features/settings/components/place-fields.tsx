import { Select, Text } from '@mantine/core';
import { regions, zoneOfRegion, zonesOfAustralia } from '@muster/domain/suburbs/rules';
import { zoneName } from '@muster/domain/values/clock-words';
import { regionNames } from '../model/place-words.ts';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import type { RecordForm } from '../../../lib/kit/form/use-record-form.ts';
import type { Business } from '../api.ts';

/** The state, and the clocks that follow from it unless somebody says otherwise. */
export function PlaceFields({ form }: { form: RecordForm<Business> }) {
  const { region, zone } = form.values;
  const usual = region === null ? undefined : zoneOfRegion(region);
  return (
    <>
      <FormField
        form={form}
        name="region"
        label="State"
        words={(value) => (value === null ? '' : regionNames[value])}
      >
        {({ value, set }) => (
          <Select
            label="State or territory"
            placeholder="Choose"
            data={regions.map((code) => ({ value: code, label: regionNames[code] }))}
            value={value}
            onChange={(next) => set(next)}
            description="Its public holidays count, and the time zone follows when you change it."
          />
        )}
      </FormField>
      <FormField form={form} name="zone" label="Time zone" words={zoneName}>
        {({ value, set }) => (
          <Select
            label="Time zone"
            data={zonesOfAustralia.map((name) => ({ value: name, label: zoneName(name) }))}
            value={value}
            allowDeselect={false}
            onChange={(next) => next !== null && set(next as Business['zone'])}
          />
        )}
      </FormField>
      {usual !== undefined && usual !== zone && region === form.row.region && (
        <Text size="sm" c="attention">
          Clocks in {regionNames[region!]} usually show the time of {zoneName(usual)}.
        </Text>
      )}
    </>
  );
}
