import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { changed } from '../model/office-search.ts';
import type { OfficeSearch } from '../model/office-search.ts';

const views = [
  { value: 'pipeline', label: 'Pipeline' },
  { value: 'table', label: 'Table' },
] as const;

/** The same enquiries, in columns by state or in a table. */
export function ViewSwitch({ search }: { search: OfficeSearch }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label="View"
      data={[...views]}
      value={search.view ?? 'pipeline'}
      onChange={(view) =>
        void navigate({ to: '.', search: changed(search, { view: view === 'table' ? 'table' : undefined }) })
      }
    />
  );
}
