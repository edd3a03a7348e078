import { Link } from '@tanstack/react-router';
import { changed } from '../model/office-search.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import './view-switch.css';

const views = [
  { view: undefined, label: 'Pipeline', isTable: false },
  { view: 'table', label: 'Table', isTable: true },
] as const;

/** The same enquiries, by state or one below the other. */
export function ViewSwitch({ search }: { search: OfficeSearch }) {
  return (
    <nav className="view-switch" aria-label="View">
      {views.map(({ view, label, isTable }) => (
        <Link
          key={label}
          to="/office"
          search={changed(search, { view })}
          aria-current={isTable === (search.view === 'table') ? 'page' : undefined}
          activeOptions={{ exact: true }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
