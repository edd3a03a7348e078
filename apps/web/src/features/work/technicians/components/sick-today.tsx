import { Alert, Button, Group } from '@mantine/core';
import { dateInWords } from '@muster/domain/values/clock-words';
import { type LocalDate, momentOf, timeAt } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import type { Absence } from '@muster/domain/work/technicians/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { addAbsence, technicianQuery, type TechnicianRecord } from '../api.ts';
import { asMoments, type AwayDays, restOfDay, wholeDay } from '../model/absence-time.ts';

interface SickOnProps {
  technician: TechnicianRecord;
  zone: string;
  today: LocalDate;
  /** The day that somebody looks at: today, or one ahead. */
  day: LocalDate;
  /** Whether they have begun to work on it: what is done stays, and they are away from now on. */
  hasBegun: boolean;
  /** It is written down. */
  onAway: (absence: Absence) => void;
}

/** The call in the morning: somebody is sick, and the day has to go on without them. */
export function SickOn({ technician, zone, today, day, hasBegun, onAway }: SickOnProps) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const { id, name, is_active, absences } = technician;
  const noon = momentOf(day, '12:00', zone);
  const isAway = absences.some(
    ({ starts_at, ends_at }) => minuteAt(starts_at) <= noon && noon < minuteAt(ends_at),
  );
  if (!is_active || isAway) return null;
  const when = day === today ? 'today' : `on ${dateInWords(day)}`;

  async function away() {
    const now = timeAt(minuteAt(new Date()), zone);
    const time = hasBegun ? restOfDay(day, now) : wholeDay(day);
    const body = { kind: 'sick' as const, reason: '', ...asMoments(time, zone) };
    const absence = await run({
      what: [id, day],
      send: (key) => addAbsence(id, body, key),
      done: `${name} is sick ${when}.`,
    });
    if (absence === undefined) return;
    void queryClient.invalidateQueries({ queryKey: technicianQuery(id).queryKey });
    onAway(absence);
  }

  return (
    // The drawer is a column that would press a bare button flat.
    <Group mt="sm" mb="xs">
      <Button size="compact-sm" variant="default" loading={isRunning} onClick={() => void away()}>
        Sick {when}
      </Button>
    </Group>
  );
}

interface RepairOfferProps {
  name: string;
  days: AwayDays;
  isAsking: boolean;
  onRepair: () => void;
  onClose: () => void;
}

/** Whoever writes down that somebody is away has the next thing to do at hand. */
export function RepairOffer({ name, days: { from, to }, isAsking, onRepair, onClose }: RepairOfferProps) {
  const when = from === to ? dateInWords(from) : `${dateInWords(from)} to ${dateInWords(to)}`;
  return (
    <Alert
      mt="sm"
      flex="none"
      title={`${name} is away ${when}`}
      withCloseButton
      closeButtonLabel="Not now"
      onClose={onClose}
    >
      <Group justify="space-between" gap="sm">
        <span>Find someone else for their visits, with as few changes as possible.</span>
        <Button size="compact-sm" loading={isAsking} onClick={onRepair}>
          {from === to ? 'Repair the day' : 'Repair the days'}
        </Button>
      </Group>
    </Alert>
  );
}
