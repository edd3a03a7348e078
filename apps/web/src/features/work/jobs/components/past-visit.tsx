import { Group, Stack, Text, TextInput, Textarea } from '@mantine/core';
import type { Conflict } from '@muster/domain/basics/changes/schema';
import type { PastVisit } from '@muster/domain/field/past-visits/schema';
import { addDays, dateAt, type LocalDate, type LocalTime, momentOf } from '@muster/domain/values/local-time';
import { minuteOf, momentText } from '@muster/domain/work/assignments/rules';
import { useState } from 'react';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { CrewField } from '../../../../lib/kit/choices/crew-field.tsx';
import { ClockField } from '../../../../lib/kit/form/clock-field.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { useNow } from '../../../../lib/page/use-now.ts';
import { type JobRecord, recordPastVisit } from '../api.ts';
import { useJobCache } from './use-job-cache.ts';

/** A visit that is over, as somebody enters it. */
export interface PastDraft {
  readonly technicians: string[];
  readonly date: string | null;
  readonly from: string;
  /** One that is not after the start is of the next day: a call-out goes on past midnight. */
  readonly to: string;
  /** Why somebody was there who was booked elsewhere at that time. */
  readonly reason: string;
}

export const newPast: PastDraft = { technicians: [], date: null, from: '08:00', to: '09:00', reason: '' };

export function pastProblem({ technicians, date }: PastDraft): string | undefined {
  if (technicians.length === 0) return 'Choose who was there.';
  return date === null ? 'Choose the day.' : undefined;
}

/** As it is sent, by the clocks at the site. */
export function pastBody(draft: PastDraft, zone: string): Omit<PastVisit, 'job' | 'job_id' | 'note'> {
  const { technicians, from, to, reason } = draft;
  const date = draft.date as LocalDate;
  const end = isNextDay(draft) ? addDays(date, 1) : date;
  return {
    technicians,
    starts_at: momentText(momentOf(date, from as LocalTime, zone)),
    ends_at: momentText(momentOf(end, to as LocalTime, zone)),
    ...(reason.trim() !== '' && { overrides: [{ rule: 'overlap', reason: reason.trim() }] }),
  };
}

function isNextDay({ from, to }: PastDraft): boolean {
  return to <= from;
}

/** Whether what was in the way of it is something that somebody can give a reason for. */
export function isOverlap(data: unknown): boolean {
  const { reasons = [] } = (data as Conflict | undefined) ?? {};
  return reasons.some(({ rule }) => rule === 'overlap');
}

interface PastFieldsProps {
  value: PastDraft;
  onChange: (value: PastDraft) => void;
  /** Whether somebody was booked elsewhere at that time. */
  isAsked: boolean;
}

/** Who was there, on which day, from when to when. */
export function PastFields({ value, onChange, isAsked }: PastFieldsProps) {
  const { technicians, date, from, to, reason } = value;
  const set = (fields: Partial<PastDraft>) => onChange({ ...value, ...fields });
  return (
    <Stack gap="sm">
      <CrewField
        label="Who was there, lead first"
        placeholder="Choose who"
        value={technicians}
        onChange={(technicians) => set({ technicians })}
      />
      <DayField label="Day" placeholder="Yesterday" value={date} onChange={(date) => set({ date })} />
      <Group grow align="start" gap="sm">
        <ClockField label="Arrived" value={from} onChange={(from) => set({ from })} />
        <ClockField
          label={isNextDay(value) ? 'Done (next day)' : 'Done'}
          value={to}
          onChange={(to) => set({ to })}
        />
      </Group>
      {(isAsked || reason !== '') && (
        <TextInput
          label="Reason for two visits at once"
          placeholder="Called away"
          maxLength={500}
          value={reason}
          onChange={(event) => set({ reason: event.target.value })}
        />
      )}
      <Text size="xs" c="dimmed">
        It’s saved as completed and marked as entered afterwards. The customer isn’t told.
      </Text>
    </Stack>
  );
}

/** Records a visit of a job that is over and was never planned. */
export function PastVisitForm({ job, onClose }: { job: JobRecord; onClose: () => void }) {
  const { zone } = job.site;
  const { run, isRunning } = useCommand();
  const cache = useJobCache(job);
  const today = dateAt(minuteOf(new Date(useNow()).toISOString()), zone);
  const [typed, setTyped] = useState<PastDraft>(newPast);
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  const draft = { ...typed, date: typed.date ?? today };

  async function send() {
    if (focusUnread()) return;
    const problem = pastProblem(draft);
    setRefusal(problem);
    if (problem !== undefined) return;
    const body = { job_id: job.id, ...pastBody(draft, zone), note };
    const row = await run({
      what: body,
      send: (key) => recordPastVisit(body, key),
      done: 'Past visit recorded.',
      onRefused({ message, data }) {
        setAsked(isOverlap(data));
        setRefusal(message);
        return true;
      },
    });
    if (!row) return;
    cache.readAgain();
    onClose();
  }

  return (
    <div className="entries__form">
      <FormFrame
        label="Record a past visit"
        isSaving={isRunning}
        onSubmit={() => void send()}
        onCancel={onClose}
      >
        <Stack gap="sm">
          <PastFields value={draft} onChange={setTyped} isAsked={isAsked} />
          <Textarea
            label="Note"
            autosize
            minRows={2}
            maxLength={5_000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <Group gap="xs">
            <ActionButton variant="filled" busy={isRunning} onClick={() => void send()}>
              Record visit
            </ActionButton>
            <ActionButton variant="subtle" onClick={onClose}>
              Cancel
            </ActionButton>
          </Group>
          <Refusal text={refusal} />
        </Stack>
      </FormFrame>
    </div>
  );
}
