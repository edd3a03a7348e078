import { ActionIcon, Button, Text } from '@mantine/core';
import type { Absence } from '@muster/domain/technicians/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { Icon } from '@muster/ui/icon';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { removeAbsence, technicianQuery } from '../api.ts';
import type { TechnicianRecord } from '../api.ts';
import { absenceNames, absenceWords } from '../model/absence-time.ts';
import { AbsenceForm } from './absence-form.tsx';
import '../../../lib/kit/drawer/entries.css';

interface AbsencesProps {
  technician: TechnicianRecord;
  zone: string;
  today: LocalDate;
}

/** When somebody is on leave, sick or in training. */
export function Absences({ technician, zone, today }: AbsencesProps) {
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
        <Text c="dimmed">None planned. Nobody is booked while they are away.</Text>
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
                onClose={close}
              />
            ) : (
              <AbsenceEntry absence={absence} zone={zone} onEdit={() => setEdited(absence.id)} />
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' && (
        <AbsenceForm technician={technician} absence={undefined} zone={zone} today={today} onClose={close} />
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
    await run({ what: id, send: (key) => removeAbsence(id, key), done: 'The absence is removed.' });
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
        aria-label={`Remove the absence ${words}`}
        disabled={isRunning}
        onClick={() => void remove()}
      >
        <Icon name="cross" />
      </ActionIcon>
    </div>
  );
}
