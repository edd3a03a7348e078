import type { BoardRows } from '@muster/domain/dispatch/scheduling/board/board';
import { check } from '@muster/domain/dispatch/scheduling/board/check';
import { earliestFit } from '@muster/domain/dispatch/scheduling/board/earliest-fit';
import { withAssignments, prepareBoard } from '@muster/domain/dispatch/scheduling/board/prepare';
import { sampleRows, assignmentRow, at } from '@muster/domain/dispatch/scheduling/board/sample-boards';
import { epochMinutes, minutes } from '@muster/domain/values/minutes';

/** One step of a drag asks every row of a large board. */
const rows = sampleRows(1, { technicians: 500, visits: 7500, days: 1 });
const board = prepareBoard(rows);
const visit = board.visits.get('v0')!;
const ids = [...board.technicians.keys()];
const starts = Array.from({ length: 30 }, (_, i) => epochMinutes(at('07:00') + i * 15));

/** Microseconds of the processor for each of so many calls, in the best of five rounds: other work on the machine only adds. */
function cost(calls: number, work: () => void): number {
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user;
  });
  return Math.min(...rounds) / calls;
}

/** The rows that one check reads, found and prepared for it alone. */
function rowsOf(technician: string): BoardRows {
  const assignments = rows.assignments.filter((row) => row.technician === technician);
  const wanted = new Set([visit.row.id, ...assignments.map((row) => row.visit)]);
  return {
    ...rows,
    technicians: rows.technicians.filter(({ id }) => id === technician),
    absences: rows.absences.filter((row) => row.technician === technician),
    visits: rows.visits.filter(({ id }) => wanted.has(id)),
    assignments,
  };
}

const prepared = cost(starts.length * ids.length, () => {
  for (const start of starts) for (const id of ids) check(board, visit, [id], start);
});
const naive = cost(20, () => {
  for (const id of ids.slice(0, 20)) check(prepareBoard(rowsOf(id)), visit, [id], at('09:00'));
});
const fit = cost(ids.length, () => {
  for (const id of ids) earliestFit(board, visit, [id], at('07:00'), at('15:30'), minutes(15));
});
const move = cost(100, () => {
  for (const id of ids.slice(0, 100)) {
    const moved = assignmentRow(visit.row, at('09:00'), { technician: id });
    withAssignments(board, new Map([['v0', [moved]]]));
  }
});
const whole = cost(1, () => prepareBoard(rows));

console.log(`500 technicians, 7,500 visits a day, in µs:
  a check on a prepared board     ${prepared.toFixed(2)}
  a check from the rows           ${naive.toFixed(0)} (${Math.round(naive / prepared)} times as long)
  the earliest fit in a row       ${fit.toFixed(1)}
  one visit moved on the board    ${move.toFixed(0)}
  preparing the board             ${whole.toFixed(0)}
  one step of a drag, all rows    ${(prepared * ids.length).toFixed(0)}`);
