import { dateOf } from '@muster/domain/values/minutes';
import { Checkbox, Group, Stack, Alert, List } from '@mantine/core';
import type { Conflict } from '@muster/domain/basics/changes/schema';
import type { LocalDate, LocalTime } from '@muster/domain/values/local-time';
import { dateAt, momentOf, timeAt } from '@muster/domain/values/local-time';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import type { Booking } from '@muster/domain/work/assignments/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OverrideReason } from '../../../../lib/kit/form/override-reason.tsx';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { CrewField } from '../../../../lib/kit/choices/crew-field.tsx';
import { ClockField } from '../../../../lib/kit/form/clock-field.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { useNow } from '../../../../lib/page/use-now.ts';
import type { JobRecord, VisitRecord } from '../api.ts';
import { businessQuery, scheduleVisit } from '../api.ts';
import type { Reason } from '../model/overrides.ts';
import { overridesFor, canOverride } from '../model/overrides.ts';
import { usualStart } from '../model/usual-start.ts';
import { useJobCache } from './use-job-cache.ts';

interface ScheduleFormProps {
  job: JobRecord;
  visit: VisitRecord;
  onClose: () => void;
}

/** Who does a visit from when on. What speaks against it is told in words, with the way on where there is one. */
export function ScheduleForm({ job, visit, onClose }: ScheduleFormProps) {
  const { zone } = job.site;
  const { run, isRunning } = useCommand();
  const cache = useJobCache(job);
  // What the choice is about: a colleague who books the visit meanwhile is not overwritten without a word.
  const [seen, setSeen] = useState(visit);
  const [lead] = visit.assignments;
  const start = lead && minuteOf(lead.starts_at);
  const [technicians, setTechnicians] = useState(visit.assignments.map(({ technician_id }) => technician_id));
  const week = useQuery(businessQuery).data?.working_week ?? [];
  const now = minuteOf(new Date(useNow()).toISOString());
  const offered =
    start === undefined
      ? usualStart(visit, week, now, zone)
      : { date: dateAt(start, zone), time: timeAt(start, zone) };
  /** What somebody has chosen; what is offered counts until then. */
  const [chosen, setChosen] = useState<{ date?: string | null; time?: string }>({});
  const { date, time } = { ...offered, ...chosen };
  const [isPinned, setPinned] = useState(lead?.is_pinned ?? false);
  const [refusal, setRefusal] = useState<{ text: string; reasons: readonly Reason[] }>();

  async function book(reason?: string) {
    if (focusUnread()) return;
    if (technicians.length === 0) return setRefusal({ text: 'Choose a technician.', reasons: [] });
    if (date === null) return setRefusal({ text: 'Choose a day.', reasons: [] });
    const body: Booking = {
      version: seen.version,
      technicians,
      starts_at: dateOf(momentOf(date as LocalDate, time as LocalTime, zone)).toISOString(),
      pinned: isPinned,
      seen: seen.assignments.map(({ id, version }) => ({ id, version })),
      ...(reason !== undefined && refusal && { overrides: overridesFor(refusal.reasons, reason) }),
    };
    setRefusal(undefined);
    const row = await run({
      what: [visit.id, body],
      send: (key) => scheduleVisit(visit.id, body, key),
      done: 'Visit planned.',
      mayMail: true,
      onRefused({ message, data }) {
        const { reasons = [], row } = (data as Conflict | undefined) ?? {};
        setRefusal({ text: message, reasons });
        // Whoever has been told so, and books it once more, means it.
        if (row) setSeen({ ...visit, ...row });
        return true;
      },
    });
    if (!row) return;
    cache.putVisit(row);
    cache.readAgain();
    onClose();
  }

  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      setRefusal(undefined);
    };
  };
  return (
    <div className="entries__form">
      <FormFrame label="Schedule visit" isSaving={isRunning} onSubmit={() => void book()} onCancel={onClose}>
        <Stack gap="sm">
          <CrewField
            label={visit.crew_size > 1 ? `Technicians, lead first (${visit.crew_size})` : 'Technician'}
            placeholder="Choose who"
            value={technicians}
            onChange={change(setTechnicians)}
            activeOnly
          />
          <Group grow align="start" gap="sm">
            <DayField label="Day" value={date} onChange={change((date) => setChosen({ ...chosen, date }))} />
            <ClockField
              label="Time"
              value={time}
              onChange={change((time) => setChosen({ ...chosen, time }))}
            />
          </Group>
          <Checkbox
            label="Pinned: planning won’t move it"
            checked={isPinned}
            onChange={(event) => setPinned(event.target.checked)}
          />
          {refusal && refusal.reasons.length > 0 && (
            <ReasonsAgainst
              reasons={refusal.reasons}
              isBusy={isRunning}
              onOverride={(reason) => void book(reason)}
            />
          )}
          <Group gap="xs">
            <ActionButton variant="filled" busy={isRunning} onClick={() => void book()}>
              {lead ? 'Move visit' : 'Schedule'}
            </ActionButton>
            <ActionButton variant="subtle" onClick={onClose}>
              Cancel
            </ActionButton>
          </Group>
          {refusal && refusal.reasons.length === 0 && <Refusal text={refusal.text} />}
        </Stack>
      </FormFrame>
    </div>
  );
}

interface ReasonsAgainstProps {
  reasons: readonly Reason[];
  isBusy: boolean;
  onOverride: (reason: string) => void;
}

/** What speaks against a booking; where all of it may be overridden, the way to do so. */
function ReasonsAgainst({ reasons, isBusy, onOverride }: ReasonsAgainstProps) {
  const [reason, setReason] = useState('');
  const isOpen = canOverride(reasons);
  return (
    <Alert
      color={isOpen ? 'attention' : 'danger'}
      role="alert"
      title={isOpen ? 'This breaks a rule' : 'This can’t be booked'}
    >
      <List size="sm">
        {reasons.map(({ rule, text }) => (
          <List.Item key={`${rule} ${text}`}>{text}</List.Item>
        ))}
      </List>
      {isOpen && (
        <Group mt="sm" gap="xs" align="end">
          <OverrideReason
            value={reason}
            onChange={setReason}
            onKeyDown={(event) => {
              // Enter belongs to the form around it, which would try once more without a reason.
              if (event.key === 'Enter') event.preventDefault();
              if (event.key === 'Enter' && reason.trim() !== '') onOverride(reason.trim());
            }}
          />
          <ActionButton busy={isBusy || reason.trim() === ''} onClick={() => onOverride(reason.trim())}>
            Book anyway
          </ActionButton>
        </Group>
      )}
    </Alert>
  );
}
