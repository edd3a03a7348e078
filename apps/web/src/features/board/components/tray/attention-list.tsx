import { Button, Group } from '@mantine/core';
import type { Attention } from '@muster/domain/scheduling/board/attention';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { reasonInWords } from '@muster/domain/scheduling/board/words/reason';
import { dateInWords, lengthInWords } from '@muster/domain/values/clock-words';
import { dateAt } from '@muster/domain/values/local-time';
import { type PlanDay, type Remedy, remediesFor } from '../../model/remedies.ts';

interface AttentionListProps {
  board: Board;
  day: BoardDay;
  found: readonly Attention[];
  onRemedy: (remedy: Remedy) => void;
  onPlan: PlanDay;
  onOpen: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
}

const titles: Record<Attention['kind'], string> = {
  'running late': 'Running late',
  late: 'Late',
  'running over': 'Running over',
  conflict: 'Cannot be done as planned',
  'broken promise': 'Promise broken',
  unassigned: 'Nobody has it yet',
  ticket: 'Ticket',
};

/** What needs a decision now, each with what can be done about it in one press. */
export function AttentionList({ board, day, found, onRemedy, onPlan, ...props }: AttentionListProps) {
  const { onOpen, onOpenTechnician } = props;
  const isOver = day.end <= board.now;
  if (found.length === 0)
    return (
      <>
        <p className="tray__empty">Nothing needs a decision.</p>
        {!isOver && (
          <div className="attention__repair">
            <span>Something was cancelled? What waits may fit into the gap:</span>
            <Button size="compact-sm" onClick={() => onPlan('fill gaps')}>
              Fill the gaps
            </Button>
          </div>
        )}
      </>
    );
  return (
    <>
      {found.some(({ kind }) => kind !== 'ticket') && !isOver && (
        <div className="attention__repair">
          <span>What has lost its place, with as few others moved as possible:</span>
          <Button size="compact-sm" variant="light" onClick={() => onPlan('repair')}>
            Repair
          </Button>
        </div>
      )}
      <ul className="attention">
        {found.map((one) => (
          <li key={keyOf(one)} className="attention__item" data-kind={one.kind}>
            <button
              type="button"
              className="attention__what"
              onClick={() => (one.kind === 'ticket' ? onOpenTechnician(one.technician) : onOpen(one.visit))}
            >
              <em>{titles[one.kind]}</em>
              <b>{subjectOf(board, one)}</b>
              <span>{sentenceOf(board, one)}</span>
            </button>
            <Group gap={4}>
              {remediesFor(board, day, one).map((remedy) => (
                <Button
                  key={remedy.label}
                  size="compact-xs"
                  variant="default"
                  onClick={() => onRemedy(remedy)}
                >
                  {remedy.label}
                </Button>
              ))}
            </Group>
          </li>
        ))}
      </ul>
    </>
  );
}

function keyOf(one: Attention): string {
  return one.kind === 'ticket'
    ? `${one.kind} ${one.technician} ${one.skill}`
    : `${one.kind} ${one.visit} ${'technician' in one ? one.technician : ''}`;
}

function subjectOf(board: Board, one: Attention): string {
  if (one.kind === 'ticket') return board.technicians.get(one.technician)?.row.name ?? '';
  const { row } = board.visits.get(one.visit)!;
  return `${row.customer}, ${row.site.suburb}`;
}

function sentenceOf(board: Board, one: Attention): string {
  if (one.kind === 'ticket') {
    const isOver = one.expires < dateAt(board.now, board.business.zone);
    return `${one.skill}: ${isOver ? 'ended' : 'ends'} on ${dateInWords(one.expires)}.`;
  }
  if (one.kind === 'running late')
    return `${nameOf(board, one.technician)} will be ${lengthInWords(one.by)} late${one.text === '' ? '.' : `: ${one.text}`}`;
  if (one.kind === 'late')
    return `${nameOf(board, one.technician)} should have begun ${lengthInWords(one.by)} ago.`;
  if (one.kind === 'running over')
    return `${nameOf(board, one.technician)} should have left ${lengthInWords(one.by)} ago.`;
  if (one.kind !== 'unassigned') return reasonsInWords(board, one);
  const { row } = board.visits.get(one.visit)!;
  return `${row.priority}, ${lengthInWords(row.duration)}, for this day or due.`;
}

function reasonsInWords(
  board: Board,
  { visit: id, reasons }: Extract<Attention, { reasons: unknown }>,
): string {
  const visit = board.visits.get(id)!;
  return reasons.map((reason) => reasonInWords(board, visit, reason).long).join(' ');
}

function nameOf({ technicians }: Board, id: string): string {
  return technicians.get(id)?.row.name ?? 'Somebody';
}
