import { Link } from '@tanstack/react-router';
import type { PipelineColumn } from '../api.ts';
import { changed } from '../model/office-search.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import { stateNames } from '../model/state-words.ts';
import { EnquiryCard } from './enquiry-card.tsx';
import { StateIcon } from './state-tag.tsx';
import './pipeline.css';

/** Every state is a column, in the order of the way an enquiry goes; what is due first is on top. */
export function Pipeline({ columns, search }: { columns: PipelineColumn[]; search: OfficeSearch }) {
  return (
    <div className="pipeline">
      {columns.map((column) => (
        <Column key={column.state} column={column} search={search} />
      ))}
    </div>
  );
}

function Column({ column, search }: { column: PipelineColumn; search: OfficeSearch }) {
  const { state, count, cards } = column;
  const heading = `pipeline-${state}`;
  const total = count.toLocaleString('en-AU');
  return (
    <section className="pipeline__column" aria-labelledby={heading}>
      <h2 id={heading} className="pipeline__heading">
        <StateIcon state={state} />
        {stateNames[state]}
        <span className="pipeline__count">
          {total}
          <span className="m-hidden"> {count === 1 ? 'enquiry' : 'enquiries'}</span>
        </span>
      </h2>
      {cards.length === 0 ? (
        <p className="pipeline__none">None</p>
      ) : (
        <ul className="pipeline__cards">
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
                className="pipeline__more m-button m-button--quiet m-button--small"
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
