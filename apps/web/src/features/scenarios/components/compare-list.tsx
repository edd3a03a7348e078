import type { ReactNode } from 'react';
import type { Comparison } from '../api.ts';
import { contrastInWords, nameInWords, namesIn, placeOnBoard } from '../model/contrasts.ts';
import { awayInWords } from '../model/words.ts';
import './compare-list.css';

interface CompareListProps {
  comparison: Comparison;
  visits: Comparison['visits'];
  absences: Comparison['absences'];
  /** "Tue 17 Nov" */
  day: string;
  zone: string;
  selected: string | undefined;
  onJump: (visit: string) => void;
  /** Where nothing differs: the way to a day on which something does. */
  next: ReactNode;
}

/** All that differs on a day, in words; each line leads to its place on the boards. */
export function CompareList(props: CompareListProps) {
  const { comparison, visits, absences, day, zone, selected } = props;
  const { boards } = comparison;
  const names = namesIn(comparison);
  const people = onlyOnOne(comparison);
  const count = visits.length + absences.length;
  return (
    <section className="compare-list" aria-label="Differences">
      <header>
        <h2>
          {count === 0
            ? `Nothing differs on ${day}`
            : `${count} ${count === 1 ? 'difference' : 'differences'} on ${day}`}
        </h2>
        {people.map(({ id, name, board }) => (
          <p key={id}>
            {name} is only on {nameInWords(boards[board])}
          </p>
        ))}
        {count === 0 && props.next}
        <ul className="compare-list__legend" aria-label="Marks on the boards">
          <li data-standing="moved">Moved</li>
          <li data-standing="only">Only on this board</li>
          <li data-standing="same">The same on both</li>
        </ul>
      </header>
      {count > 0 && (
        <div className="compare-list__rows">
          <table>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">{boards[0]!.name}</th>
                <th scope="col">{boards[1]!.name}</th>
                <th scope="col">Difference</th>
              </tr>
            </thead>
            <tbody>
              {absences.map(({ board, absence }) => (
                <tr key={absence.id}>
                  <th scope="row">Absence</th>
                  <td>{board === 0 ? awayInWords(absence, names, zone) : 'None'}</td>
                  <td>{board === 1 ? awayInWords(absence, names, zone) : 'None'}</td>
                  <td>{board === 1 ? 'Added' : 'Taken away'}</td>
                </tr>
              ))}
              {visits.map(({ visit_id, number, customer, places }) => (
                <tr
                  key={visit_id}
                  data-visit={visit_id}
                  data-standing={places.includes(null) ? 'only' : 'moved'}
                  data-selected={selected === visit_id || undefined}
                >
                  <th scope="row">
                    <button
                      type="button"
                      aria-pressed={selected === visit_id}
                      title="Show on both boards"
                      onClick={() => props.onJump(visit_id)}
                    >
                      {customer} <span>{number}</span>
                    </button>
                  </th>
                  <td data-board={boards[0]!.name}>{placeOnBoard(places[0]!, names, zone)}</td>
                  <td data-board={boards[1]!.name}>{placeOnBoard(places[1]!, names, zone)}</td>
                  <td>{contrastInWords(places, boards, names)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Whoever can be scheduled on one of the boards alone. */
function onlyOnOne({ boards }: Comparison): { id: string; name: string; board: number }[] {
  return boards.flatMap(({ technicians }, board) => {
    const others = new Set(boards[1 - board]!.technicians.map(({ id }) => id));
    return technicians.filter(({ id }) => !others.has(id)).map(({ id, name }) => ({ id, name, board }));
  });
}
