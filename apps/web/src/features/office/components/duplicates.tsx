import { Link } from '@tanstack/react-router';
import type { Enquiry } from '../api.ts';
import { officeMoment } from '../model/office-moment.ts';
import { StateTag } from './state-tag.tsx';
import './duplicates.css';

export function Duplicates({ duplicates }: { duplicates: Enquiry['duplicates'] }) {
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
    </ul>
  );
}
