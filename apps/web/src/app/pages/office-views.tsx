import { Button, Group, SimpleGrid, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { enquiryStates } from '@muster/domain/enquiries/pipeline';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { pageQuery, pipelineQuery } from '../../features/office/api.ts';
import type { EnquiryPage } from '../../features/office/api.ts';
import { EnquiryCard } from '../../features/office/components/enquiry-card.tsx';
import { EnquiryTable } from '../../features/office/components/enquiry-table.tsx';
import { Pager } from '../../features/office/components/pager.tsx';
import { Pipeline } from '../../features/office/components/pipeline.tsx';
import { useEnquiryKeys } from '../../features/office/components/use-enquiry-keys.ts';
import { isFiltered, nothing } from '../../features/office/model/office-search.ts';
import type { Change, OfficeSearch } from '../../features/office/model/office-search.ts';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { NavIcon } from '../shell/nav-icon.tsx';

interface ViewProps {
  search: OfficeSearch;
  onChange: (change: Change) => void;
}

export function PipelineColumns({ search, onChange }: ViewProps) {
  const pipeline = useQuery(pipelineQuery(search));
  const { id: openId } = useParams({ strict: false });
  return (
    <Loaded query={pipeline} what="The pipeline" skeleton={<ColumnSkeleton />}>
      {(columns) =>
        columns.every(({ count }) => count === 0) ? (
          <NoEnquiries isFiltered={isFiltered(search)} onClear={() => onChange(nothing)} />
        ) : (
          <Pipeline columns={columns} search={search} openId={openId} />
        )
      }
    </Loaded>
  );
}

function ColumnSkeleton() {
  return (
    <Group grow align="start" gap="xs" wrap="nowrap" aria-busy>
      <VisuallyHidden component="output">Loading the pipeline</VisuallyHidden>
      {enquiryStates.map((state) => (
        <Stack key={state} gap="xs">
          <Skeleton height={32} />
          <Skeleton height={84} />
          <Skeleton height={84} />
        </Stack>
      ))}
    </Group>
  );
}

export function PipelineTable({ search, onChange }: ViewProps) {
  const page = useQuery(pageQuery(search));
  return (
    <Loaded
      query={page}
      what="The table"
      skeleton={<RowSkeleton rows={12} height={36} label="Loading the table" />}
    >
      {(data) => (
        <Stack gap="xs">
          {/* The line of figures above says how many there are in all. */}
          <Text component="output" size="sm" c="dimmed" className="office__found">
            {isFiltered(search) && foundWords(data)}
          </Text>
          {data.rows.length === 0 ? (
            <NoEnquiries
              isFiltered={isFiltered(search) || search.page !== undefined}
              onClear={() => onChange(nothing)}
            />
          ) : (
            <>
              <Rows page={data} search={search} />
              <Pager page={data} search={search} />
            </>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function foundWords({ total, has_more }: EnquiryPage): string {
  if (has_more) return `More than ${total.toLocaleString('en-AU')} enquiries`;
  return total === 1 ? 'One enquiry' : `${total.toLocaleString('en-AU')} enquiries`;
}

/** A table needs room; a phone or a tablet shows cards. */
function Rows({ page: { rows }, search }: { page: EnquiryPage; search: OfficeSearch }) {
  const isNarrow = useMediaQuery('(width < 1240px)', false, { getInitialValueInEffect: false });
  const { id: openId } = useParams({ strict: false });
  useEnquiryKeys({ ids: rows.map(({ id }) => id), search, openId });
  if (!isNarrow) return <EnquiryTable rows={rows} search={search} openId={openId} />;
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, xs: 2, sm: 3 }}
      spacing="xs"
      verticalSpacing="xs"
      aria-label="Enquiries"
    >
      {rows.map((enquiry) => (
        <li key={enquiry.id}>
          <EnquiryCard enquiry={enquiry} withState search={search} isOpen={enquiry.id === openId} />
        </li>
      ))}
    </SimpleGrid>
  );
}

function NoEnquiries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyList
      title="Nothing matches"
      text="No enquiry matches your search and filters. Use fewer words, or remove a filter."
      action={<Button onClick={onClear}>See all enquiries</Button>}
    />
  ) : (
    <EmptyList
      icon={<NavIcon name="office" />}
      title="No enquiries yet"
      text="Enquiries from the public page appear here. You follow each one up, from the first call to a running account."
      action={
        <Button component="a" href="/enquiry">
          See the enquiry page
        </Button>
      }
    />
  );
}
