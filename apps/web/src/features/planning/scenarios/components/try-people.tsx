import { Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { momentText } from '@muster/domain/work/assignments/rules';
import { addDays, type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { SkillChoice } from '../../../../lib/kit/choices/skill-choice.tsx';
import { SuburbField } from '../../../../lib/kit/choices/suburb-field.tsx';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { addAbsence, addExtra } from '../api.ts';

/** Somebody whom the business does not have, or not yet. */
export function TryTechnician({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('Extra technician');
  const [skills, setSkills] = useState<string[]>([]);
  const [suburb, setSuburb] = useState<number | null>(null);
  const { run, isRunning } = useCommand();

  async function add() {
    const body = { name: name.trim(), skills, base_suburb_id: suburb };
    const row = await run({
      what: body,
      send: (key) => addExtra(body, key),
      done: `${body.name} added to this scenario.`,
    });
    if (row) onClose();
  }

  return (
    <Ask
      title="Extra technician"
      label="Add to scenario"
      problem={name.trim() === '' ? 'Enter a name. It can be a placeholder.' : undefined}
      isRunning={isRunning}
      onAsk={add}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <SkillChoice label="Skills" placeholder="What they can do" value={skills} onChange={setSkills} />
      <SuburbField
        label="Base"
        value={suburb}
        name={null}
        onChange={(chosen) => setSuburb(chosen?.id ?? null)}
      />
      <p className="scenario__hint">
        They’re only in this scenario and don’t use a licence. Taking over their work makes them a real
        technician, which needs one.
      </p>
    </Ask>
  );
}

interface TryAbsenceProps {
  /** The day that is shown. */
  date: string;
  technicians: readonly { id: string; name: string }[];
  zone: string;
  onClose: () => void;
}

/** What if somebody is away for some days? */
export function TryAbsence({ date, technicians, zone, onClose }: TryAbsenceProps) {
  const [who, setWho] = useState<string | null>(null);
  const [from, setFrom] = useState(date);
  const [to, setTo] = useState(date);
  const { run, isRunning } = useCommand();

  async function add() {
    const body = {
      starts_at: momentText(startOfDay(from as LocalDate, zone)),
      ends_at: momentText(startOfDay(addDays(to as LocalDate, 1), zone)),
    };
    const name = technicians.find(({ id }) => id === who)?.name ?? '';
    const row = await run({
      what: [who, body],
      send: (key) => addAbsence(who!, body, key),
      done: `${name} is away in this scenario.`,
    });
    if (row) onClose();
  }

  /** It never ends before it begins. */
  function choose(day: string) {
    setFrom(day);
    if (to < day) setTo(day);
  }

  return (
    <Ask
      title="Absence"
      label="Add to scenario"
      problem={
        who === null
          ? 'Choose who is away.'
          : to < from
            ? 'The last day can’t be before the first.'
            : undefined
      }
      isRunning={isRunning}
      onAsk={add}
      onClose={onClose}
    >
      <Select
        label="Technician"
        placeholder="Who is away"
        searchable
        // The list would lie over the rest of the form before anybody has read it.
        openOnFocus={false}
        data={technicians.map(({ id, name }) => ({ value: id, label: name }))}
        value={who}
        onChange={setWho}
      />
      <Group grow align="start">
        <DayField label="From" value={from} onChange={(day) => choose(day ?? date)} />
        <DayField label="To" value={to} min={from} onChange={(day) => setTo(day ?? from)} />
      </Group>
    </Ask>
  );
}

interface AskProps {
  title: string;
  label: string;
  /** What is missing; said once somebody presses the button. */
  problem: string | undefined;
  isRunning: boolean;
  onAsk: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

function Ask({ title, label, problem, isRunning, onAsk, onClose, children }: AskProps) {
  const [isAsked, setAsked] = useState(false);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (focusUnread('[aria-modal=true]')) return;
    setAsked(true);
    if (problem === undefined && !isRunning) void onAsk();
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form method="dialog" noValidate onSubmit={submit}>
        <Stack gap="sm">
          {children}
          <Group justify="end" gap="xs">
            <ActionButton onClick={onClose}>Cancel</ActionButton>
            <ActionButton type="submit" variant="filled" busy={isRunning}>
              {label}
            </ActionButton>
          </Group>
          <Refusal text={isAsked ? problem : undefined} />
        </Stack>
      </form>
    </Modal>
  );
}
