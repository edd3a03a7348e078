import { Link } from '@tanstack/react-router';
import type { BoardColumn } from '../api.ts';
import { changed } from '../model/office-search.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import { stateNames } from '../model/state-words.ts';
import { EnquiryCard } from './enquiry-card.tsx';
import { StateIcon } from './state-tag.tsx';
import './board.css';

/** Every state is a column, in the order of the way an enquiry goes; what is due first is on top. */
export function Board({ columns, search }: { columns: BoardColumn[]; search: OfficeSearch }) {
  return (
    <div className="board">
      {columns.map((column) => (
        <Column key={column.state} column={column} search={search} />
      ))}
    </div>
  );
}

function Column({ column, search }: { column: BoardColumn; search: OfficeSearch }) {
  const { state, count, cards } = column;
  const heading = `board-${state}`;
  const total = count.toLocaleString('en-AU');
  return (
    <section className="board__column" aria-labelledby={heading}>
      <h2 id={heading} className="board__heading">
        <StateIcon state={state} />
        {stateNames[state]}
        <span className="board__count">
          {total}
          <span className="m-hidden"> {count === 1 ? 'enquiry' : 'enquiries'}</span>
        </span>
      </h2>
      {cards.length === 0 ? (
        <p className="board__none">None</p>
      ) : (
        <ul className="board__cards">
          {cards.map((enquiry) => (
            <li key={enquiry.id}>
              <EnquiryCard enquiry={enquiry} />
            </li>
          ))}
          {count > cards.length && (
            <li>
              <Link
                to="/office"
                search={changed(search, { view: 'table', state })}
                activeOptions={{ exact: true }}
                className="board__more m-button m-button--quiet m-button--small"
              >
                See all {total} in the table
              </Link>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
