import { Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { momentText } from '@muster/domain/assignments/rules';
import { addDays, type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { DayField } from '../../../lib/kit/form/day-field.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { SkillChoice } from '../../../lib/kit/skill-choice.tsx';
import { SuburbField } from '../../../lib/kit/suburb-field.tsx';
import { addAbsence, addExtra, type Scenario } from '../api.ts';

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
      done: `${body.name} is in this scenario.`,
    });
    if (row) onClose();
  }

  return (
    <Ask
      title="Extra technician"
      label="Add to the scenario"
      isReady={name.trim() !== ''}
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
        They are in this scenario alone and use no licence. Taking over their work makes them real, which
        needs one.
      </p>
    </Ask>
  );
}

interface TryAbsenceProps {
  scenario: Scenario;
  technicians: readonly { id: string; name: string }[];
  zone: string;
  onClose: () => void;
}

/** What if somebody is away for some days? */
export function TryAbsence({ scenario, technicians, zone, onClose }: TryAbsenceProps) {
  const [who, setWho] = useState<string | null>(null);
  const [from, setFrom] = useState(scenario.from_date);
  const [to, setTo] = useState(scenario.from_date);
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

  return (
    <Ask
      title="Absence"
      label="Add to the scenario"
      isReady={who !== null && from <= to}
      isRunning={isRunning}
      onAsk={add}
      onClose={onClose}
    >
      <Select
        label="Technician"
        placeholder="Who is away"
        searchable
        data={technicians.map(({ id, name }) => ({ value: id, label: name }))}
        value={who}
        onChange={setWho}
      />
      <Group grow align="start">
        <DayField label="From" value={from} onChange={(day) => setFrom(day ?? scenario.from_date)} />
        <DayField label="To" value={to} min={from} onChange={(day) => setTo(day ?? from)} />
      </Group>
    </Ask>
  );
}

interface AskProps {
  title: string;
  label: string;
  isReady: boolean;
  isRunning: boolean;
  onAsk: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

function Ask({ title, label, isReady, isRunning, onAsk, onClose, children }: AskProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isReady && !isRunning) void onAsk();
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form method="dialog" noValidate onSubmit={submit}>
        <Stack gap="sm">
          {children}
          <Group justify="end" gap="xs">
            <ActionButton onClick={onClose}>Cancel</ActionButton>
            <ActionButton type="submit" variant="filled" disabled={!isReady} busy={isRunning}>
              {label}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
