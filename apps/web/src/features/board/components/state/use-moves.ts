import type { Board } from '@muster/domain/scheduling/board/prepared';
import { type Reason, refusals } from '@muster/domain/scheduling/board/reasons';
import { reasonInWords } from '@muster/domain/scheduling/board/words/reason';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import { notify } from '@muster/ui/toast';
import { useState } from 'react';
import { crewFor } from '../../model/crew.ts';
import type { Drag } from '../../model/drag.ts';
import type { Focus } from '../../model/focus.ts';
import type { PlanDay, Remedy } from '../../model/remedies.ts';
import { judgeTogether, movesTogether } from '../../model/together.ts';
import { judge, judgeLength } from '../../model/verdict.ts';
import type { LiveBoard } from './use-board.ts';
import { useCommands } from './use-commands.ts';

interface Options {
  live: LiveBoard & { board: Board };
  order: readonly string[];
  /** The visits that move together. */
  selected: ReadonlySet<string>;
  onFocus: (focus: Focus) => void;
}

/** What leads to another place, where somebody decides more. */
interface Elsewhere {
  onFindSlot: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
  onPlan: PlanDay;
}

/** What becomes of a visit that is put down: it is booked, refused with the reasons, or asked about. */
export function useMoves({ live, order, selected, onFocus }: Options) {
  const { board } = live;
  const commands = useCommands(live);
  const [asked, setAsked] = useState<{ drag: Drag; reasons: readonly Reason[] }>();

  function drop(dropped: Drag, isAnyway: boolean) {
    const { target, visit: id } = dropped;
    if (target.kind === 'nowhere') return;
    const visit = board.visits.get(id);
    if (visit === undefined)
      return void notify({ level: 'warning', text: 'The visit was taken away meanwhile.', seconds: 10 });
    if (selected.has(id) && selected.size > 1) return dropTogether(dropped);
    if (target.kind === 'tray') return void commands.unschedule(id);
    const crew = crewFor(board, dropped, target.technician, target.start, order);
    const verdict = judge(board, visit, crew, target.start, isAnyway || dropped.by === 'keys');
    if (verdict.kind === 'refuses') return setAsked({ drag: dropped, reasons: verdict.reasons });
    onFocus({ technician: target.technician, visit: id });
    void commands.move({ visit: id, technicians: crew, start: verdict.start });
  }

  function dropAnyway(reason: string) {
    const { drag: dropped, reasons } = asked!;
    setAsked(undefined);
    if (dropped.target.kind !== 'slot') return;
    const { technician, start } = dropped.target;
    const rules = new Set(refusals(reasons).map(({ rule }) => rule));
    void commands.move({
      visit: dropped.visit,
      technicians: crewFor(board, dropped, technician, start, order),
      start,
      overrides: [...rules].map((rule) => ({ rule: rule as 'overlap', reason })),
    });
  }

  /** All of them in one command, or none: what cannot be there is named. */
  function dropTogether(dropped: Drag) {
    if (dropped.target.kind === 'tray') {
      void commands.unschedule(...selected);
      return;
    }
    const moves = movesTogether(board, order, dropped, selected);
    const refused = judgeTogether(board, moves)
      .filter(({ verdict }) => verdict.kind === 'refuses')
      .map(({ visit, verdict }) => `${visit.row.customer}: ${verdict.short}`);
    if (refused.length > 0)
      notify({ level: 'warning', text: `Nothing was moved. ${refused.join('; ')}.`, seconds: 10 });
    else if (moves.length > 0) void commands.move(...moves);
  }

  /** Longer or shorter, where the crew has the time. */
  function resize(id: string, duration: number) {
    if (!board.assignments.get(id)?.length) return;
    const against = refusals(judgeLength(board, id, duration).reasons);
    const visit = board.visits.get(id)!;
    const text = against.map((reason) => reasonInWords(board, visit, reason).long).join(' ');
    if (against.length === 0) void commands.resize(id, duration);
    else notify({ level: 'warning', text: `It takes as long as before. ${text}`, seconds: 10 });
  }

  function remedy(wanted: Remedy, { onFindSlot, onOpenTechnician, onPlan }: Elsewhere) {
    if (wanted.kind === 'move') void commands.move(wanted.move);
    else if (wanted.kind === 'unschedule') void commands.unschedule(wanted.visit);
    else if (wanted.kind === 'slot') onFindSlot(wanted.visit);
    else if (wanted.kind === 'delay') onPlan('repair', wanted.visit);
    else onOpenTechnician(wanted.technician);
  }

  return { commands, drop, dropAnyway, resize, remedy, asked, leave: () => setAsked(undefined) };
}

/** Where it is now, and whether it fits: one sentence for each step. */
export function stepInWords(board: Board, drag: Drag, order: readonly string[], days: number): string {
  if (drag.target.kind !== 'slot') return '';
  const { technician, start } = drag.target;
  const visit = board.visits.get(drag.visit);
  if (visit === undefined) return 'The visit was taken away meanwhile.';
  const verdict = judge(board, visit, crewFor(board, drag, technician, start, order), start, true);
  const name = board.technicians.get(technician)!.row.name;
  const against = verdict.reasons.map((reason) => reasonInWords(board, visit, reason).short).join(', ');
  const day = days > 1 ? `${dayInWords(start, board.business.zone)} ` : '';
  return `${name}, ${day}${timeInWords(start, board.business.zone)}: ${verdict.kind === 'fits' ? 'fits' : against}.`;
}
