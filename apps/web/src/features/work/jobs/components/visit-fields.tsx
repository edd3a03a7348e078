import { Group, NumberInput, Stack } from '@mantine/core';
import { lengthInWords } from '@muster/domain/values/clock-words';
import { MOST_CREW } from '@muster/domain/work/visits/rules';
import { SkillChoice } from '../../../../lib/kit/choices/skill-choice.tsx';
import { useSkills } from '../../../../lib/kit/choices/use-skills.ts';
import { checkListWords } from '../../../../lib/kit/form/check-lines.ts';
import { CheckListField } from '../../../../lib/kit/form/check-list-field.tsx';
import { ChoiceButtons } from '../../../../lib/kit/form/choice-buttons.tsx';
import { ClockField } from '../../../../lib/kit/form/clock-field.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { DurationField } from '../../../../lib/kit/form/duration-field.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { TextField } from '../../../../lib/kit/form/text-field.tsx';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import type { VisitFields } from '../model/visit-fields.ts';
import { usualWindows } from '@muster/domain/work/visits/promise';

const dayOrNone = (day: string | null) => day ?? 'None';

/** How long, when and by whom: the same for a visit of a new job and for one that is added or edited. */
export function TimeFields<T extends VisitFields>(props: { form: RecordForm<T> }) {
  const form = props.form as unknown as RecordForm<VisitFields>;
  return (
    <Stack gap="sm">
      <Group grow align="start" gap="sm">
        <FormField form={form} name="duration" label="Duration" words={lengthInWords}>
          {({ value, set, error }) => (
            <DurationField label="Duration" value={value} onChange={set} error={error} />
          )}
        </FormField>
        <FormField form={form} name="on_date" label="Agreed day" words={dayOrNone}>
          {({ value, set }) => (
            <DayField label="Agreed day" placeholder="Any day" value={value} onChange={set} canClear />
          )}
        </FormField>
      </Group>
      <FormField
        form={form}
        name="window"
        label="Promised arrival"
        words={(window) => (window ? `${window.from} to ${window.to}` : 'Any time')}
      >
        {({ value, set }) => <WindowField value={value} onChange={set} />}
      </FormField>
    </Stack>
  );
}

export function CrewFields<T extends VisitFields>(props: { form: RecordForm<T> }) {
  const form = props.form as unknown as RecordForm<VisitFields>;
  const { nameOf } = useSkills();
  return (
    <Stack gap="sm">
      <Group grow align="start" gap="sm">
        <FormField form={form} name="crew" label="Crew" words={({ size }) => String(size)}>
          {({ value, set }) => (
            <NumberInput
              label="Crew size"
              min={1}
              max={MOST_CREW}
              allowDecimal={false}
              value={value.size}
              onChange={(size) => typeof size === 'number' && set({ ...value, size })}
            />
          )}
        </FormField>
        <FormField form={form} name="skills" label="Skills" words={(ids) => ids.map(nameOf).join(', ')}>
          {({ value, set }) => (
            <SkillChoice label="Skills required" placeholder="None" value={value} onChange={set} />
          )}
        </FormField>
      </Group>
      {form.values.crew.size > 1 && <MemberSkills form={form} />}
    </Stack>
  );
}

/** What single members of a crew have to hold beside what everybody has to. */
function MemberSkills({ form }: { form: RecordForm<VisitFields> }) {
  const { size, skills } = form.values.crew;
  return Array.from({ length: size }, (_, member) => (
    <SkillChoice
      key={member}
      label={`Crew member ${member + 1} also needs`}
      placeholder="No extra skills"
      value={skills[member] ?? []}
      onChange={(ids) =>
        form.set('crew', {
          size,
          skills: Array.from({ length: size }, (_, at) => (at === member ? ids : (skills[at] ?? []))),
        })
      }
    />
  ));
}

export function MoreVisitFields<T extends VisitFields>(props: { form: RecordForm<T> }) {
  const form = props.form as unknown as RecordForm<VisitFields>;
  return (
    <Stack gap="sm">
      <Group grow align="start" gap="sm">
        <FormField form={form} name="not_before" label="Not before" words={dayOrNone}>
          {({ value, set }) => (
            <DayField label="Not before" placeholder="Any day" value={value} onChange={set} canClear />
          )}
        </FormField>
        <FormField form={form} name="due_by" label="Due by" words={dayOrNone}>
          {({ value, set }) => (
            <DayField label="Due by" placeholder="No due date" value={value} onChange={set} canClear />
          )}
        </FormField>
      </Group>
      <FormField form={form} name="check_list" label="Checklist" words={checkListWords}>
        {({ value, set }) => <CheckListField value={value} onChange={set} />}
      </FormField>
      <TextField form={form} name="note" label="Note for the crew" lines={1} most={5_000} />
    </Stack>
  );
}

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
function WindowField({ value, onChange }: WindowFieldProps) {
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
