import type { Move } from '@muster/domain/board/expect';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { type Reason, refusals } from '@muster/domain/scheduling/board/reasons';
import { reasonInWords } from '@muster/domain/scheduling/board/words/reason';
import { timeInWords } from '@muster/domain/values/clock-words';
import { epochMinutes } from '@muster/domain/values/minutes';
import { notify } from '@muster/ui/toast';
import { useState } from 'react';
import { crewFor } from '../model/crew.ts';
import type { Drag } from '../model/drag.ts';
import type { Focus } from '../model/focus.ts';
import type { Remedy } from '../model/remedies.ts';
import { judge } from '../model/verdict.ts';
import type { LiveBoard } from './use-board.ts';
import { useCommands } from './use-commands.ts';

interface Options {
  live: LiveBoard & { board: Board };
  order: readonly string[];
  /** The visits that move together. */
  selected: ReadonlySet<string>;
  onFocus: (focus: Focus) => void;
}

/** What becomes of a visit that is put down: it is booked, refused with the reasons, or asked about. */
export function useMoves({ live, order, selected, onFocus }: Options) {
  const { board } = live;
  const commands = useCommands(live);
  const [asked, setAsked] = useState<{ drag: Drag; reasons: readonly Reason[] }>();

  function drop(dropped: Drag, isAnyway: boolean) {
    const { target, visit: id } = dropped;
    if (target.kind === 'nowhere') return;
    if (selected.has(id) && selected.size > 1) return void dropTogether(dropped);
    if (target.kind === 'tray') return void commands.unschedule(id);
    const visit = board.visits.get(id)!;
    const crew = crewFor(board, dropped, target.technician, target.start, order);
    const verdict = judge(board, visit, crew, target.start, isAnyway || dropped.by === 'keys');
    onFocus({ technician: target.technician, visit: id });
    if (verdict.kind === 'refuses') return setAsked({ drag: dropped, reasons: verdict.reasons });
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

  /** Each by as much time and as many rows as the one in the hand; what cannot be there stays, and is named. */
  async function dropTogether(dropped: Drag) {
    const { target } = dropped;
    if (target.kind === 'tray') {
      for (const id of selected) await commands.unschedule(id);
      return;
    }
    if (target.kind !== 'slot' || dropped.start === null || dropped.from === null) return;
    const later = target.start - dropped.start;
    const lower = order.indexOf(target.technician) - order.indexOf(dropped.from);
    const moves = [...selected].flatMap((id) => together(board, order, id, later, lower));
    const refused: string[] = [];
    for (const move of inOrder(moves, later)) {
      const visit = board.visits.get(move.visit)!;
      const others = new Set(moves.map(({ visit: other }) => other));
      const against = refusals(judge(board, visit, move.technicians, move.start, true).reasons).filter(
        (reason) => !(reason.rule === 'overlap' && others.has(reason.visit)),
      );
      if (against.length > 0)
        refused.push(`${visit.row.customer}: ${reasonInWords(board, visit, against[0]!).short}`);
      else await commands.move(move);
    }
    if (refused.length > 0)
      notify({ level: 'warning', text: `Left where they were: ${refused.join('; ')}.`, seconds: 10 });
  }

  function remedy(wanted: Remedy) {
    if (wanted.kind === 'move') void commands.move(wanted.move);
    else if (wanted.kind === 'longer') void commands.resize(wanted.visit, wanted.duration);
    else void commands.unschedule(wanted.visit);
  }

  return { commands, drop, dropAnyway, remedy, asked, leave: () => setAsked(undefined) };
}

function together(board: Board, order: readonly string[], id: string, later: number, lower: number): Move[] {
  const crew = board.assignments.get(id) ?? [];
  if (crew.length === 0) return [];
  const technicians = crew.map(({ technician }) => order[order.indexOf(technician) + lower] ?? technician);
  return [{ visit: id, technicians, start: epochMinutes(crew[0]!.start + later) }];
}

/** Those in front make room first. */
function inOrder(moves: readonly Move[], later: number): Move[] {
  return moves.toSorted((a, b) => (later > 0 ? b.start - a.start : a.start - b.start));
}

/** Where it is now, and whether it fits: one sentence for each step. */
export function stepInWords(board: Board, drag: Drag, order: readonly string[]): string {
  if (drag.target.kind !== 'slot') return '';
  const { technician, start } = drag.target;
  const visit = board.visits.get(drag.visit)!;
  const verdict = judge(board, visit, crewFor(board, drag, technician, start, order), start, true);
  const name = board.technicians.get(technician)!.row.name;
  const against = verdict.reasons.map((reason) => reasonInWords(board, visit, reason).short).join(', ');
  return `${name}, ${timeInWords(start, board.business.zone)}: ${verdict.kind === 'fits' ? 'fits' : against}.`;
}
