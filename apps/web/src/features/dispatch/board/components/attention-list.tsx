import { Button, Group } from '@mantine/core';
import { type Attention, lateNews } from '@muster/domain/dispatch/scheduling/board/attention';
import type { Board, BoardDay } from '@muster/domain/dispatch/scheduling/board/board';
import { skillName } from '@muster/domain/dispatch/scheduling/board/prepare';
import { reasonInWords } from '@muster/domain/dispatch/scheduling/board/reasons';
import { dateInWords, lengthInWords } from '@muster/domain/values/clock-words';
import type { OpenVisitRequests } from '@muster/domain/messages/visit-requests/schema';
import type { OpenFollowUps } from '@muster/domain/work/follow-ups/schema';
import { dateAt } from '@muster/domain/values/local-time';
import { TellLate } from '../../../../lib/kit/tell-late.tsx';
import type { UntoldList } from '@muster/domain/messages/untold/schema';
import type { InvoiceAttention } from '@muster/domain/messages/payment-reminders/schema';
import { attentionCount } from '../../../../lib/board/invoice-attention.ts';
import { InvoiceItems } from './invoice-items.tsx';
import { FollowUpItem } from './follow-up-item.tsx';
import type { OpenTextAnswers } from '@muster/domain/messages/text-answers/schema';
import type { MissedCalls } from '@muster/domain/calls/calls/schema';
import { MissedItem } from './missed-item.tsx';
import { AnswerItem } from './answer-item.tsx';
import { UntoldItem } from './untold-item.tsx';
import { RequestItem } from './request-item.tsx';
import { type PlanDay, type Remedy, remediesFor } from '../model/remedies.ts';

interface AttentionListProps {
  board: Board;
  day: BoardDay;
  found: readonly Attention[];
  followUps: OpenFollowUps;
  untold: UntoldList;
  requests: OpenVisitRequests;
  answers: OpenTextAnswers;
  missed: MissedCalls;
  invoices: InvoiceAttention;
  onRemedy: (remedy: Remedy) => void;
  onPlan: PlanDay;
  onOpen: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
}

const titles: Record<Attention['kind'], string> = {
  'running late': 'Running late',
  late: 'Late',
  'running over': 'Running over',
  conflict: 'Can’t be done as planned',
  'broken promise': 'Promise broken',
  unassigned: 'Not assigned yet',
  ticket: 'Ticket',
};

/** What needs a decision now, each with what can be done about it in one press. */
export function AttentionList({
  board,
  day,
  found,
  followUps,
  untold,
  requests,
  answers,
  missed,
  invoices,
  onRemedy,
  onPlan,
  ...props
}: AttentionListProps) {
  const { onOpen, onOpenTechnician } = props;
  const isOver = day.end <= board.now;
  const left = [untold, requests, missed, answers, followUps];
  const more = left.reduce((sum, list) => sum + list.more, 0);
  if (found.length === 0 && left.every(({ rows }) => rows.length === 0) && attentionCount(invoices) === 0)
    return (
      <>
        <p className="tray__empty">Nothing needs your attention.</p>
        {!isOver && (
          <div className="attention__repair">
            <span>Had a cancellation? Unscheduled visits may fit the gap:</span>
            <Button size="compact-sm" onClick={() => onPlan('fill gaps')}>
              Fill the gaps
            </Button>
          </div>
        )}
      </>
    );
  // What somebody in the field waits for comes before what expires.
  const [tickets, pressing] = [found.filter(isTicket), found.filter((one) => !isTicket(one))];
  const itemOf = (one: Attention) => (
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
        <Late board={board} of={one} />
        {remediesFor(board, day, one).map((remedy) => (
          <Button key={remedy.label} size="compact-xs" variant="default" onClick={() => onRemedy(remedy)}>
            {remedy.label}
          </Button>
        ))}
      </Group>
    </li>
  );
  return (
    <>
      {pressing.length > 0 && !isOver && (
        <div className="attention__repair">
          <span>Fix these with as few changes as possible:</span>
          <Button size="compact-sm" variant="light" onClick={() => onPlan('repair')}>
            Repair
          </Button>
        </div>
      )}
      <ul className="attention">
        {pressing.map(itemOf)}
        {untold.rows.map((one) => (
          <UntoldItem key={`${one.id} ${one.name} ${one.way}`} untold={one} zone={board.business.zone} />
        ))}
        {requests.rows.map((one) => (
          <RequestItem
            key={one.id}
            request={one}
            onFindSlot={(visit) => onRemedy({ kind: 'slot', label: 'Find a slot', visit })}
          />
        ))}
        {missed.rows.map((one) => (
          <MissedItem key={one.id} call={one} zone={board.business.zone} />
        ))}
        {answers.rows.map((one) => (
          <AnswerItem key={one.id} answer={one} />
        ))}
        <InvoiceItems invoices={invoices} />
        {followUps.rows.map((one) => (
          <FollowUpItem key={one.id} followUp={one} zone={board.business.zone} />
        ))}
        {tickets.map(itemOf)}
      </ul>
      {more > 0 && (
        <p className="tray__empty">
          {more} older {more === 1 ? 'one waits' : 'ones wait'}, too. Decide these first.
        </p>
      )}
    </>
  );
}

/** Who runs late has a customer who waits. */
function Late({ board, of }: { board: Board; of: Attention }) {
  if (of.kind !== 'late' && of.kind !== 'running late') return null;
  const visit = board.visits.get(of.visit);
  const news = visit && lateNews(board, visit);
  return news ? <TellLate visit={of.visit} news={news} zone={visit.row.site.zone} /> : null;
}

function isTicket({ kind }: Attention): boolean {
  return kind === 'ticket';
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
    return `${skillName(board.business, one.skill)}: ${isOver ? 'expired' : 'expires'} on ${dateInWords(one.expires)}.`;
  }
  if (one.kind === 'running late')
    return `${nameOf(board, one.technician)} will be ${lengthInWords(one.by)} late${one.text === '' ? '.' : `: ${one.text}`}`;
  if (one.kind === 'late')
    return `${nameOf(board, one.technician)} should have started ${lengthInWords(one.by)} ago.`;
  if (one.kind === 'running over')
    return `${nameOf(board, one.technician)} should have left ${lengthInWords(one.by)} ago.`;
  if (one.kind !== 'unassigned') return reasonsInWords(board, one);
  const { row } = board.visits.get(one.visit)!;
  return `${row.priority}, ${lengthInWords(row.duration)}, agreed for this day or due.`;
}

function reasonsInWords(
  board: Board,
  { visit: id, reasons }: Extract<Attention, { reasons: unknown }>,
): string {
  const visit = board.visits.get(id)!;
  return reasons.map((reason) => reasonInWords(board, visit, reason).long).join(' ');
}

function nameOf({ technicians }: Board, id: string): string {
  return technicians.get(id)?.row.name ?? 'Someone';
}
