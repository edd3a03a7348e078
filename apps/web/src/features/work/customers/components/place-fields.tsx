import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { zonesOfAustralia } from '@muster/domain/work/suburbs/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { AddressField } from '../../../../lib/kit/choices/address-field.tsx';
import { SuburbField } from '../../../../lib/kit/choices/suburb-field.tsx';
import { suburbsQuery, suburbWords } from '../../../../lib/choices/suburbs.ts';
import { PinMap } from '../../../../lib/map/pin-map.tsx';
import { coordinateWords, doubtOf, readCoordinates, rounded } from '../model/coordinates.ts';
import {
  type Addressed as PlaceFields,
  isFound,
  isUnread,
  NO_COORDINATES,
  pinStart,
  type SiteFields,
  whereWords,
  zoneWords,
} from '../model/site-words.ts';

const CENTRE = 'Centre of the suburb';
const zones = zonesOfAustralia.map((zone) => ({ value: zone, label: zoneWords(zone) }));

/** Where a site is. The suburb decides position and time zone, until somebody says better. */
export function PlaceFields<T extends PlaceFields>(props: { form: RecordForm<T>; zone: string }) {
  const form = props.form as unknown as RecordForm<PlaceFields>;
  const { zone } = form.values.place;
  return (
    <Stack gap="sm">
      <FormField form={form} name="address" label="Address">
        {({ value, set, error }) => (
          <AddressField
            value={value}
            error={error}
            onChange={set}
            onStreet={({ suburb_id, suburb: name, zone, ...rest }, address) =>
              form.setAll({
                address,
                place: { suburb_id, suburb: suburbWords({ name, ...rest }), zone },
              })
            }
          />
        )}
      </FormField>
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
                ...(suburb && { centre: { latitude: suburb.latitude, longitude: suburb.longitude } }),
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
          words={(position) => positionText(position) || CENTRE}
        >
          {({ value, set, error }) => (
            <PositionField
              value={value}
              onChange={set}
              error={error}
              placeholder={isFound(form.values, form.row) ? coordinateWords(form.row.known!) : CENTRE}
            />
          )}
        </FormField>
        <Select
          label="Time zone"
          allowDeselect={false}
          data={zones}
          value={zone}
          onChange={(chosen) => chosen !== null && form.set('place', { ...form.values.place, zone: chosen })}
        />
      </Group>
      <Pin form={form} />
      {zone !== props.zone && (
        <Text size="xs" c="attention">
          This site is on {zoneWords(zone)}; your office is on {zoneWords(props.zone)}. Its visit times and
          arrival windows are in the site’s time.
        </Text>
      )}
    </Stack>
  );
}

/** How it is known where the site is, and a map to say it better, loaded when somebody wants it. */
function Pin({ form }: { form: RecordForm<PlaceFields> }) {
  const [isOpen, setOpen] = useState(false);
  const { values } = form;
  const start = pinStart(values);
  const isPinned = values.position !== null;
  if (start === undefined) return null;
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed" component="output">
        {whereWords(values, form.row)}
      </Text>
      {isPinned && <Doubt form={form} at={start} />}
      <Group gap="xs">
        <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide map' : isPinned ? 'Move pin on map' : 'Set pin on map'}
        </Button>
        {isPinned && (
          <Button variant="subtle" size="compact-sm" onClick={() => form.set('position', null)}>
            Remove pin
          </Button>
        )}
      </Group>
      {isOpen && (
        <PinMap
          at={start}
          isExact={isPinned || values.known?.kind === 'found'}
          onMove={(to) => form.set('position', rounded(to))}
        />
      )}
    </Stack>
  );
}

/** Before a position is saved that is nowhere near its suburb: a sign left out puts a site in the other hemisphere. */
function Doubt({ form, at }: { form: RecordForm<PlaceFields>; at: Parameters<typeof doubtOf>[0] }) {
  const { suburb_id, suburb: words } = form.values.place;
  const suburb = useQuery(suburbsQuery(suburb_id === null ? '' : words)).data?.find(
    ({ id }) => id === suburb_id,
  );
  const doubt = suburb && doubtOf(at, suburb);
  const meant = doubt?.meant;
  return (
    <div role="alert">
      {doubt && (
        <Group gap="xs">
          <Text size="xs" c="attention">
            That’s {doubt.kilometres.toLocaleString('en-AU')} km from {suburb.name}.{' '}
            {meant ? `Did you mean ${coordinateWords(meant)}?` : 'Check it.'}
          </Text>
          {meant && (
            <Button variant="default" size="compact-sm" onClick={() => form.set('position', rounded(meant))}>
              Use {coordinateWords(meant)}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}

interface PositionFieldProps {
  value: SiteFields['position'];
  onChange: (position: SiteFields['position']) => void;
  error: string | undefined;
  placeholder: string;
}

/** Pasted from a map; what is no position stays to be corrected. */
function PositionField({ value, onChange, error, placeholder }: PositionFieldProps) {
  /** What is being typed; undefined while nobody does, and then the field shows the position. */
  const [text, setText] = useState<string>();

  function type(next: string) {
    setText(next);
    onChange(next.trim() === '' ? null : (readCoordinates(next) ?? { text: next }));
  }

  return (
    <TextInput
      label="Coordinates"
      placeholder={placeholder}
      autoComplete="off"
      value={text ?? positionText(value)}
      error={error ?? (isUnread(value) && NO_COORDINATES)}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setText(undefined)}
    />
  );
}

function positionText(position: SiteFields['position']): string {
  if (position === null) return '';
  return isUnread(position) ? position.text : coordinateWords(position);
}
