import { Group, Modal, Stack, TextInput } from '@mantine/core';
import { daysProblem, MOST_SCENARIO_DAYS } from '@muster/domain/planning/scenarios/rules';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { createAttempts } from '../../../../lib/api/attempt.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { openScenario } from '../api.ts';

interface NewScenarioProps {
  /** The days that are offered. */
  from: string;
  to: string;
  onAdded: (id: string) => void;
  onClose: () => void;
}

/** Which days of the board are copied, and what the copy is called. */
export function NewScenario({ from: first, to: last, onAdded, onClose }: NewScenarioProps) {
  const [name, setName] = useState('');
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(last);
  /** Whether it was asked for: what is missing is said from then on. */
  const [isAsked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [attempts] = useState(() => createAttempts());
  const add = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), from, to };
      return openScenario(body, attempts.keyFor(body));
    },
    onSuccess: ({ row }) => onAdded(row.id),
    onError: () => attempts.settle(),
  });

  /** A stretch never ends before it begins. */
  function choose(day: string) {
    setFrom(day);
    if (to < day) setTo(day);
  }

  const nameProblem = name.trim() === '' ? 'Enter a name for the scenario.' : undefined;
  const problem = daysProblem(from, to);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (focusUnread('[aria-modal=true]')) return;
    setAsked(true);
    if (nameProblem !== undefined) field.current?.focus();
    else if (problem === undefined && !add.isPending) add.mutate();
  }

  return (
    <Modal opened onClose={onClose} title="New scenario">
      <form method="dialog" noValidate onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            description="What you want to find out, such as “One more plumber”."
            data-autofocus
            ref={field}
            maxLength={200}
            error={isAsked && nameProblem}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Group grow align="start">
            <DayField label="From" value={from} onChange={(day) => choose(day ?? first)} />
            <DayField label="To" value={to} min={from} onChange={(day) => setTo(day ?? last)} />
          </Group>
          <p className="scenario__hint">
            Copies the bookings and absences of these days, up to {MOST_SCENARIO_DAYS} days. No one is
            notified of anything you try.
          </p>
          <Group justify="end" gap="xs">
            <ActionButton onClick={onClose}>Cancel</ActionButton>
            <ActionButton type="submit" variant="filled" busy={add.isPending}>
              Create scenario
            </ActionButton>
          </Group>
          <Refusal text={(isAsked ? problem : undefined) ?? add.error?.message} />
        </Stack>
      </form>
    </Modal>
  );
}
