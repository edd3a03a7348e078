import { NumberInput, Switch, Text } from '@mantine/core';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import type { RecordForm } from '../../../lib/kit/form/use-record-form.ts';
import type { Business } from '../api.ts';
import { driveMinutes } from '../model/drive-example.ts';

type Travel = Business['travel'];

/** How long drives take, as an owner would say it. */
export function TravelFields({ form }: { form: RecordForm<Business> }) {
  return (
    <FormField form={form} name="travel" label="Driving" words={travelWords}>
      {({ value, set }) => (
        <TravelSentences travel={value} onChange={(change) => set({ ...value, ...change })} />
      )}
    </FormField>
  );
}

function TravelSentences({
  travel,
  onChange,
}: {
  travel: Travel;
  onChange: (change: Partial<Travel>) => void;
}) {
  return (
    <div className="settings-section__fields">
      <p className="settings-sentence">
        Roads are
        <Figure
          label="How much longer roads are than a straight line, in percent"
          value={Math.round((travel.roadFactor - 1) * 100)}
          max={400}
          onChange={(percent) => onChange({ roadFactor: 1 + percent / 100 })}
        />
        % longer than the straight line.
      </p>
      <p className="settings-sentence">
        The first
        <Figure
          label="Kilometres through streets"
          value={travel.streetKilometres}
          max={1000}
          onChange={(streetKilometres) => onChange({ streetKilometres })}
        />
        km are streets, at
        <Figure
          label="Speed in streets, in km/h"
          value={travel.streetSpeed}
          min={5}
          max={130}
          onChange={(streetSpeed) => onChange({ streetSpeed })}
        />
        km/h; the rest goes at
        <Figure
          label="Speed on roads, in km/h"
          value={travel.roadSpeed}
          min={5}
          max={130}
          onChange={(roadSpeed) => onChange({ roadSpeed })}
        />
        km/h.
      </p>
      <p className="settings-sentence">
        Parking and walking to the door takes
        <Figure
          label="Minutes to park"
          value={travel.parking}
          max={60}
          onChange={(parking) => onChange({ parking: Math.round(parking) })}
        />
        minutes.
      </p>
      <Switch
        label="The first drive of the day and the last one home are working time"
        checked={travel.countsBaseDrives}
        onChange={(event) => onChange({ countsBaseDrives: event.target.checked })}
      />
      <Text size="sm" c="dimmed">
        So 5 km as the crow flies count as {driveMinutes(5, travel)} minutes, and 20 km as{' '}
        {driveMinutes(20, travel)}.
      </Text>
    </div>
  );
}

function Figure(props: {
  label: string;
  value: number;
  min?: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const { label, value, min = 0, max, onChange } = props;
  return (
    <NumberInput
      aria-label={label}
      hideControls
      min={min}
      max={max}
      clampBehavior="blur"
      value={value}
      onChange={(next) => typeof next === 'number' && next >= min && next <= max && onChange(next)}
    />
  );
}

function travelWords(travel: Travel): string {
  const { roadFactor, streetKilometres, streetSpeed, roadSpeed, parking } = travel;
  return `${Math.round((roadFactor - 1) * 100)} % longer, ${streetKilometres} km at ${streetSpeed} km/h, then ${roadSpeed} km/h, ${parking} minutes to park`;
}
