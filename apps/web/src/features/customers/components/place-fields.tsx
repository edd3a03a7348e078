import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { zonesOfAustralia } from '@muster/domain/suburbs/rules';
import { useState } from 'react';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { TextField } from '../../../lib/kit/form/text-field.tsx';
import type { RecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { SuburbField } from '../../../lib/kit/suburb-field.tsx';
import { suburbWords, type Zone } from '../../../lib/suburbs.ts';
import { coordinateWords, readCoordinates } from '../model/coordinates.ts';
import { type SiteFields, zoneWords } from '../model/site-words.ts';

type PlaceFields = Pick<SiteFields, 'address' | 'place' | 'position'>;

const zones = zonesOfAustralia.map((zone) => ({ value: zone, label: zoneWords(zone) }));

/** Where a site is. The suburb decides position and time zone, until somebody says better. */
export function PlaceFields<T extends PlaceFields>(props: { form: RecordForm<T>; zone: string }) {
  const form = props.form as unknown as RecordForm<PlaceFields>;
  const { zone } = form.values.place;
  return (
    <Stack gap="sm">
      <TextField form={form} name="address" label="Address" most={300} placeholder="12 Church Street" />
      <FormField form={form} name="place" label="Suburb" words={({ suburb }) => suburb}>
        {({ value, set, error }) => (
          <SuburbField
            label="Suburb"
            error={error}
            value={value.suburb_id}
            name={value.suburb}
            onChange={(suburb) =>
              set({
                suburb_id: suburb?.id ?? null,
                suburb: suburb ? suburbWords(suburb) : '',
                zone: suburb?.zone ?? value.zone,
              })
            }
          />
        )}
      </FormField>
      <Group grow align="start" gap="sm">
        <FormField
          form={form}
          name="position"
          label="Coordinates"
          words={(position) => (position ? coordinateWords(position) : 'The middle of the suburb')}
        >
          {({ value, set }) => <PositionField value={value} onChange={set} />}
        </FormField>
        <Select
          label="Time zone"
          allowDeselect={false}
          data={zones}
          value={zone}
          onChange={(chosen) =>
            chosen !== null && form.set('place', { ...form.values.place, zone: chosen as Zone })
          }
        />
      </Group>
      {zone !== props.zone && (
        <Text size="xs" c="attention">
          The clocks there show {zoneWords(zone)}, not {zoneWords(props.zone)} as in your office. Windows and
          times of its visits are local to the site.
        </Text>
      )}
    </Stack>
  );
}

interface PositionFieldProps {
  value: SiteFields['position'];
  onChange: (position: SiteFields['position']) => void;
}

/** Pasted from a map; what is no position stays to be corrected, and the one before counts until then. */
function PositionField({ value, onChange }: PositionFieldProps) {
  const [text, setText] = useState<string>();
  const isWrong = text !== undefined && text.trim() !== '' && readCoordinates(text) === undefined;

  function type(next: string) {
    setText(next);
    const position = readCoordinates(next);
    if (position || next.trim() === '') onChange(position ?? null);
  }

  return (
    <TextInput
      label="Coordinates"
      placeholder="Middle of the suburb"
      autoComplete="off"
      value={text ?? (value ? coordinateWords(value) : '')}
      error={isWrong && 'Paste them as in -33.81, 151.10'}
      onChange={(event) => type(event.target.value)}
      onBlur={() => !isWrong && setText(undefined)}
    />
  );
}
