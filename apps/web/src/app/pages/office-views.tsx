import { useMediaQuery } from '@mantine/hooks';
import { Button, ButtonLink } from '@muster/ui/button';
import { EmptyState } from '@muster/ui/empty';
import { Skeleton } from '@muster/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { pipelineQuery, pageQuery } from '../../features/office/api.ts';
import type { EnquiryPage } from '../../features/office/api.ts';
import { Pipeline } from '../../features/office/components/pipeline.tsx';
import { EnquiryCard } from '../../features/office/components/enquiry-card.tsx';
import { EnquiryTable } from '../../features/office/components/enquiry-table.tsx';
import { Pager } from '../../features/office/components/pager.tsx';
import { isFiltered, nothing } from '../../features/office/model/office-search.ts';
import type { Change, OfficeSearch } from '../../features/office/model/office-search.ts';
import { Loaded } from '../shell/loaded.tsx';
import { NavIcon } from '../shell/nav-icon.tsx';

interface ViewProps {
  search: OfficeSearch;
  onChange: (change: Change) => void;
}

export function PipelineColumns({ search, onChange }: ViewProps) {
  const pipeline = useQuery(pipelineQuery(search));
  return (
    <Loaded
      query={pipeline}
      what="The pipeline"
      skeleton={<Skeleton rows={6} label="Loading the pipeline" />}
    >
      {(columns) =>
        columns.every(({ count }) => count === 0) ? (
          <Nothing isFiltered={isFiltered(search)} onClear={() => onChange(nothing)} />
        ) : (
          <Pipeline columns={columns} search={search} />
        )
      }
    </Loaded>
  );
}

export function PipelineTable({ search, onChange }: ViewProps) {
  const page = useQuery(pageQuery(search));
  return (
    <Loaded query={page} what="The table" skeleton={<Skeleton rows={8} label="Loading the table" />}>
      {(data) => (
        <>
          {/* How many there are in all is said above. */}
          <output className="office__found">{isFiltered(search) && foundWords(data)}</output>
          {data.rows.length === 0 ? (
            <Nothing
              isFiltered={isFiltered(search) || search.page !== undefined}
              onClear={() => onChange(nothing)}
            />
          ) : (
            <>
              <Rows page={data} search={search} />
              <Pager page={data} search={search} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

function foundWords({ total, has_more }: EnquiryPage): string {
  if (has_more) return `More than ${total.toLocaleString('en-AU')} enquiries`;
  return total === 1 ? 'One enquiry' : `${total.toLocaleString('en-AU')} enquiries`;
}

/** A table needs room; a phone or a tablet has cards. */
function Rows({ page: { rows }, search }: { page: EnquiryPage; search: OfficeSearch }) {
  const isNarrow = useMediaQuery('(width < 1240px)', false, { getInitialValueInEffect: false });
  if (!isNarrow) return <EnquiryTable rows={rows} search={search} />;
  return (
    <ul className="office__cards" aria-label="Enquiries">
      {rows.map((enquiry) => (
        <li key={enquiry.id}>
          <EnquiryCard enquiry={enquiry} withState />
        </li>
      ))}
    </ul>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      title="Nothing matches"
      text="No enquiry is like that. Try fewer words, or look at all of them."
      action={<Button onClick={onClear}>See all enquiries</Button>}
    />
  ) : (
    <EmptyState
      icon={<NavIcon name="office" />}
      title="No enquiries yet"
      text="Whoever asks for the product on the public page arrives here, from the first call to a running account."
      action={<ButtonLink href="/enquiry">See the enquiry page</ButtonLink>}
    />
  );
}
