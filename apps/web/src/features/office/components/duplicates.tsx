import { Link } from '@tanstack/react-router';
import type { Enquiry } from '../api.ts';
import { officeMoment } from '../model/office-moment.ts';
import { StateTag } from './state-tag.tsx';
import './duplicates.css';

export function Duplicates({ enquiry }: { enquiry: Enquiry }) {
  const { duplicates, more_duplicates: more } = enquiry;
  // Those of the same address come first, so it is the last one that says what the others have in common.
  const search = duplicates.at(-1)?.same.includes('phone') ? enquiry.phone : enquiry.email;
  return (
    <ul className="duplicates" aria-label="Possible duplicates">
      {duplicates.map(({ id, reference, name, state, created_at, same }) => (
        <li key={id}>
          <Link to="/office/enquiries/$id" params={{ id }} preload={false}>
            {name}
          </Link>
          <StateTag state={state} />
          <p>
            {reference}, {officeMoment(created_at)}, same {same.join(' and ')}
          </p>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link to="/office" search={{ view: 'table', search }}>
            and {more.toLocaleString('en-AU')} more
          </Link>
        </li>
      )}
    </ul>
  );
}
