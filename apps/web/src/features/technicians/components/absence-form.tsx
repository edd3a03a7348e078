import { Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { Absence } from '@muster/domain/technicians/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useQueryClient } from '@tanstack/react-query';
import { dayWords } from '../../../lib/calendar-day.ts';
import { clockWords } from '../../../lib/clock.ts';
import { ClockField } from '../../../lib/kit/form/clock-field.tsx';
import { DayField } from '../../../lib/kit/form/day-field.tsx';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { type RecordForm, useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../lib/undo.ts';
import { addAbsence, editAbsence, technicianQuery } from '../api.ts';
import type { TechnicianRecord } from '../api.ts';
import { absenceNames, absenceProblem, type AbsenceTime, asMoments, asTime } from '../model/absence-time.ts';

interface AbsenceFormProps {
  technician: TechnicianRecord;
  /** Undefined: a new one. */
  absence: Absence | undefined;
  zone: string;
  today: LocalDate;
  onClose: () => void;
}

type Fields = AbsenceTime & Pick<Absence, 'id' | 'version' | 'kind' | 'reason'>;

const kinds = Object.entries(absenceNames).map(([value, label]) => ({ value, label }));

export function AbsenceForm({ technician, absence, zone, today, onClose }: AbsenceFormProps) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const first = useFirstFocus();
  const { queryKey } = technicianQuery(technician.id);
  const asFields = ({ id, version, kind, reason, ...times }: Absence): Fields => ({
    id,
    version,
    kind,
    reason,
    ...asTime(times, zone),
  });
  const blank: Fields = {
    id: 'new',
    version: 0,
    kind: 'leave',
    reason: '',
    whole_days: true,
    first: today,
    last: today,
    from: '07:00',
    to: '15:30',
  };
  const form = useRecordForm<Fields, { row: Absence; change: number; made: boolean }>({
    place: `absence ${absence?.id ?? `new ${technician.id}`}`,
    row: absence ? asFields(absence) : blank,
    asFields,
    send(fields, base, key) {
      const { kind, reason, version, ...time } = { ...base, ...fields };
      const body = { kind, reason, ...asMoments(time, zone) };
      return absence
        ? editAbsence(absence.id, { ...body, version }, key)
        : addAbsence(technician.id, body, key);
    },
    onSaved(saved) {
      tell(`The absence of ${technician.name} is saved.`, [saved]);
      void queryClient.invalidateQueries({ queryKey });
      onClose();
    },
    onNewer: (newer: Absence) =>
      queryClient.setQueryData<TechnicianRecord>(
        queryKey,
        (known) =>
          known && { ...known, absences: known.absences.map((one) => (one.id === newer.id ? newer : one)) },
      ),
    check: absenceProblem,
  });
  const submit = () => void form.submit();
  return (
    <div className="entries__form">
      <FormFrame
        label={absence ? 'Absence' : 'New absence'}
        isSaving={form.isSaving}
        onSubmit={submit}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        <Stack gap="sm">
          <Group grow align="end" gap="sm">
            <FormField form={form} name="kind" label="Kind" words={(kind) => absenceNames[kind]}>
              {({ value, set }) => (
                <Select
                  label="Kind"
                  allowDeselect={false}
                  data={kinds}
                  ref={first}
                  value={value}
                  onChange={(kind) => set((kind ?? 'leave') as Absence['kind'])}
                />
              )}
            </FormField>
            <FormField
              form={form}
              name="whole_days"
              label="Whole days"
              words={(isWhole) => (isWhole ? 'Whole days' : 'Hours')}
            >
              {({ value, set }) => (
                <Switch
                  label="Whole days"
                  mb={8}
                  checked={value}
                  onChange={(event) => set(event.target.checked)}
                />
              )}
            </FormField>
          </Group>
          <Times form={form} />
          <FormField form={form} name="reason" label="Reason">
            {({ value, set }) => (
              <TextInput
                label="Reason"
                placeholder="Only your office sees it"
                maxLength={500}
                value={value}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </FormField>
        </Stack>
        <FormBar
          // What it begins with is an absence already: today, the whole day.
          form={form}
          onSubmit={submit}
          label={absence ? 'Save' : 'Add absence'}
          always
          onCancel={onClose}
        />
      </FormFrame>
    </div>
  );
}

function Times({ form }: { form: RecordForm<Fields> }) {
  const { whole_days, first } = form.values;
  return (
    <>
      <Group grow align="start" gap="sm">
        <DayOf form={form} name="first" label={whole_days ? 'First day' : 'From'} />
        {!whole_days && <TimeOf form={form} name="from" label="At" />}
        {whole_days && <DayOf form={form} name="last" label="Last day" min={first} />}
      </Group>
      {!whole_days && (
        <Group grow align="start" gap="sm">
          <DayOf form={form} name="last" label="To" min={first} />
          <TimeOf form={form} name="to" label="Until" />
        </Group>
      )}
    </>
  );
}

interface PartProps<K> {
  form: RecordForm<Fields>;
  name: K;
  label: string;
  min?: string;
}

function DayOf({ form, name, label, min }: PartProps<'first' | 'last'>) {
  return (
    <FormField form={form} name={name} label={label} words={dayWords}>
      {({ value, set }) => (
        <DayField label={label} value={value} min={min} onChange={(day) => day !== null && set(day)} />
      )}
    </FormField>
  );
}

function TimeOf({ form, name, label }: PartProps<'from' | 'to'>) {
  return (
    <FormField form={form} name={name} label={label} words={clockWords}>
      {({ value, set }) => <ClockField label={label} value={value} onChange={set} />}
    </FormField>
  );
}
