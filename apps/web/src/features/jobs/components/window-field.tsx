import { Group, Stack } from '@mantine/core';
import { ChoiceButtons } from '../../../lib/kit/form/choice-buttons.tsx';
import { ClockField } from '../../../lib/kit/form/clock-field.tsx';
import type { VisitFields } from '../model/visit-fields.ts';
import { usualWindows } from '../model/visit-words.ts';

type Window = VisitFields['window'];

interface WindowFieldProps {
  value: Window;
  onChange: (window: Window) => void;
}

const other: Window = { from: '08:00', to: '12:00' };
const choices: { value: Window; label: string }[] = [
  { value: null, label: 'Any time' },
  ...usualWindows.map(({ from, to, label }) => ({ value: { from, to }, label })),
  { value: other, label: 'Other' },
];

/** When the arrival was promised: one of the usual windows with a press, or any other. */
export function WindowField({ value, onChange }: WindowFieldProps) {
  const isUsual = value === null || usualWindows.some((one) => isSame(one, value));
  return (
    <Stack gap="xs">
      <ChoiceButtons
        label="Promised arrival"
        choices={choices}
        isChosen={(choice) => (choice === other ? !isUsual : isSame(choice, value))}
        onChoose={onChange}
      />
      {!isUsual && (
        <Group grow gap="sm">
          <ClockField
            label="Arrival from"
            value={value.from}
            onChange={(from) => onChange({ ...value, from })}
          />
          <ClockField label="Arrival to" value={value.to} onChange={(to) => onChange({ ...value, to })} />
        </Group>
      )}
    </Stack>
  );
}

function isSame(a: Window, b: Window): boolean {
  return a?.from === b?.from && a?.to === b?.to;
}
