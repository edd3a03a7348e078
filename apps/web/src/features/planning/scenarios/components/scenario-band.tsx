import { Group, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import type { Scenario } from '../api.ts';
import { stretchInWords } from '../model/words.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { DiscardScenario } from './scenario-row.tsx';
import { TakeOverDialog } from './take-over-dialog.tsx';
import { TryAbsence, TryTechnician } from './try-people.tsx';
import './scenario.css';

interface ScenarioBandProps {
  scenario: Scenario;
  /** Those that it can be compared with. */
  others: readonly Scenario[];
  zone: string;
  /** The day that is shown. */
  date: string;
  /** Everybody who can be away. */
  technicians: readonly { id: string; name: string }[];
  /** How many visits and absences the live board does not have so. */
  differences: number;
  isMarking: boolean;
  onMarking: (isMarking: boolean) => void;
  /** Where more licences are. */
  licences: ReactNode;
  onLeave: () => void;
  onDiscarded: () => void;
}

type Dialog = 'compare' | 'take over' | 'discard' | 'technician' | 'absence';

/** Says above a board that it is none, and what can be done with what was tried on it. */
export function ScenarioBand(props: ScenarioBandProps) {
  const {
    scenario,
    others,
    zone,
    date,
    technicians,
    differences,
    isMarking,
    onMarking,
    licences,
    onLeave,
    onDiscarded,
  } = props;
  const [open, setOpen] = useState<Dialog>();
  const close = () => setOpen(undefined);
  const button = (dialog: Dialog, label: string, variant = 'default') => (
    <ActionButton size="compact-sm" variant={variant} onClick={() => setOpen(dialog)}>
      {label}
    </ActionButton>
  );
  return (
    <section className="scenario-band" aria-label="Scenario">
      <p className="scenario-band__words">
        <strong>Scenario: {scenario.name}</strong>
        <span>
          {stretchInWords(scenario)}.{' '}
          {scenario.state === 'taken over'
            ? 'Everything was taken over.'
            : 'Nothing here is real until you take it over.'}
        </span>
      </p>
      <Group gap="xs" className="scenario-band__actions">
        <Switch
          size="xs"
          label={
            differences === 0
              ? 'No differences'
              : `Mark ${differences} ${differences === 1 ? 'difference' : 'differences'}`
          }
          checked={isMarking}
          onChange={(event) => onMarking(event.target.checked)}
        />
        {button('technician', 'Add extra technician')}
        {button('absence', 'Add absence')}
        {button('compare', 'Compare')}
        {button('discard', 'Discard')}
        {button('take over', 'Take over', 'filled')}
      </Group>
      {open === 'compare' && (
        <CompareDialog scenario={scenario} others={others} date={date} onClose={close} />
      )}
      {open === 'take over' && (
        <TakeOverDialog
          scenario={scenario}
          zone={zone}
          licences={licences}
          onClose={close}
          onLeave={onLeave}
        />
      )}
      {open === 'discard' && <DiscardScenario scenario={scenario} onClose={close} onDone={onDiscarded} />}
      {open === 'technician' && <TryTechnician onClose={close} />}
      {open === 'absence' && <TryAbsence date={date} technicians={technicians} zone={zone} onClose={close} />}
    </section>
  );
}
