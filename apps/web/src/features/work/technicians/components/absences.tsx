import { ActionIcon, Button, Text, Group, Select, Switch, TextInput } from '@mantine/core';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { Absence } from '@muster/domain/work/technicians/schema';
import { Icon } from '@muster/ui/icon';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { clockWords } from '../../../../lib/format/clock.ts';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { ClockField } from '../../../../lib/kit/form/clock-field.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { EntryForm } from '../../../../lib/kit/form/fields-form.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import type { TechnicianRecord } from '../api.ts';
import { removeAbsence, technicianQuery, addAbsence, editAbsence } from '../api.ts';
import type { AbsenceTime } from '../model/absence-time.ts';
import {
  absenceNames,
  absenceWords,
  absenceProblem,
  asMoments,
  asTime,
  fromDay,
} from '../model/absence-time.ts';
import '../../../../lib/kit/drawer/entries.css';

interface AbsencesProps {
  technician: TechnicianRecord;
  zone: string;
  today: LocalDate;
  /** One has been added or changed. */
  onAway: (absence: Absence) => void;
}

/** When somebody is on leave, sick or in training. */
export function Absences({ technician, zone, today, onAway }: AbsencesProps) {
  /** The absence that is being edited; `new` for one that is being added. */
  const [edited, setEdited] = useState<string>();
  const { absences } = technician;
  const close = () => setEdited(undefined);
  return (
    <DrawerSection
      title="Absences"
      action={
        edited === undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEdited('new')}>
            Add absence
          </Button>
        )
      }
    >
      {absences.length === 0 && edited === undefined && (
        <Text c="dimmed">None planned. Technicians aren’t booked while they’re away.</Text>
      )}
      <ul className="entries">
        {absences.map((absence) => (
          <li key={absence.id}>
            {absence.id === edited ? (
              <AbsenceForm
                technician={technician}
                absence={absence}
                zone={zone}
                today={today}
                onAway={onAway}
                onClose={close}
              />
            ) : (
              <AbsenceEntry absence={absence} zone={zone} onEdit={() => setEdited(absence.id)} />
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' && (
        <AbsenceForm
          technician={technician}
          absence={undefined}
          zone={zone}
          today={today}
          onAway={onAway}
          onClose={close}
        />
      )}
    </DrawerSection>
  );
}

function AbsenceEntry({ absence, zone, onEdit }: { absence: Absence; zone: string; onEdit: () => void }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const { id, technician_id, kind, reason } = absence;
  const words = absenceWords(absence, zone);

  async function remove() {
    await run({ what: id, send: (key) => removeAbsence(id, key), done: 'Absence removed.' });
    await queryClient.invalidateQueries({ queryKey: technicianQuery(technician_id).queryKey });
  }

  return (
    <div className="entries__one">
      <button type="button" className="entries__text" onClick={onEdit}>
        <Text span fw={550}>
          {words}
        </Text>
        <Text span size="xs" c="dimmed">
          {[absenceNames[kind], reason].filter(Boolean).join(' · ')}
        </Text>
      </button>
      <ActionIcon
        variant="subtle"
        c="dimmed"
        aria-label={`Remove absence ${words}`}
        disabled={isRunning}
        onClick={() => void remove()}
      >
        <Icon name="cross" />
      </ActionIcon>
    </div>
  );
}

interface AbsenceFormProps {
  technician: TechnicianRecord;
  /** Undefined: a new one. */
  absence: Absence | undefined;
  zone: string;
  today: LocalDate;
  onAway: (absence: Absence) => void;
  onClose: () => void;
}

type Fields = AbsenceTime & Pick<Absence, 'id' | 'version' | 'kind' | 'reason'>;

const kinds = Object.entries(absenceNames).map(([value, label]) => ({ value, label }));

function AbsenceForm({ technician, absence, zone, today, onAway, onClose }: AbsenceFormProps) {
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
      tell(`Absence saved for ${technician.name}.`, [saved]);
      void queryClient.invalidateQueries({ queryKey });
      onAway(saved.row);
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
  return (
    <EntryForm
      form={form}
      label={absence ? 'Absence' : 'New absence'}
      verb={absence ? 'Save' : 'Add absence'}
      onClose={onClose}
    >
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
            placeholder="Only the office sees this"
            maxLength={500}
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        )}
      </FormField>
    </EntryForm>
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
        <DayField
          label={label}
          value={value}
          min={min}
          onChange={(day) => {
            if (day === null) return;
            if (name === 'first') form.setAll(fromDay(form.values, day));
            else set(day);
          }}
        />
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
