import { Button, Group, Stack, Text } from '@mantine/core';
import { ClockField } from '../../../lib/kit/form/clock-field.tsx';
import type { VisitFields } from '../model/visit-fields.ts';
import { usualWindows } from '../model/visit-words.ts';

interface WindowFieldProps {
  value: VisitFields['window'];
  onChange: (window: VisitFields['window']) => void;
}

/** When the arrival was promised: one of the usual windows with a press, or any other. */
export function WindowField({ value, onChange }: WindowFieldProps) {
  const isUsual = usualWindows.some((one) => one.from === value?.from && one.to === value.to);
  return (
    <Stack gap="xs" role="group" aria-label="Promised arrival">
      <Text fw={500}>Promised arrival</Text>
      <Group gap={4}>
        <Choice label="Any time" isChosen={value === null} onChoose={() => onChange(null)} />
        {usualWindows.map(({ from, to, label }) => (
          <Choice
            key={label}
            label={label}
            isChosen={from === value?.from && to === value.to}
            onChoose={() => onChange({ from, to })}
          />
        ))}
        <Choice
          label="Other"
          isChosen={value !== null && !isUsual}
          onChoose={() => onChange({ from: '08:00', to: '12:00' })}
        />
      </Group>
      {value !== null && !isUsual && (
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

function Choice(props: { label: string; isChosen: boolean; onChoose: () => void }) {
  const { label, isChosen, onChoose } = props;
  return (
    <Button
      size="compact-sm"
      variant={isChosen ? 'light' : 'default'}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {label}
    </Button>
  );
}
