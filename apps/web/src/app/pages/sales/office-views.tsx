import { Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { enquiryStates } from '@muster/domain/sales/enquiries/pipeline';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { enquiriesQuery, pipelineQuery } from '../../../features/sales/office/api.ts';
import {
  EnquiryBulk,
  enquiryColumns,
  EnquiryLine,
} from '../../../features/sales/office/components/enquiry-list.tsx';
import { Pipeline } from '../../../features/sales/office/components/pipeline.tsx';
import { isFiltered, nothing } from '../../../features/sales/office/model/office-search.ts';
import type { Change, OfficeSearch } from '../../../features/sales/office/model/office-search.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { ListStates } from '../../../lib/kit/list/list-states.tsx';
import { RecordList } from '../../../lib/kit/list/record-list.tsx';
import { noSelection } from '../../../lib/kit/list/selection.ts';
import { useRecords } from '../../../lib/kit/list/use-records.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { NavIcon } from '../../shell/nav-icon.tsx';

interface ViewProps {
  search: OfficeSearch;
  onChange: (change: Change) => void;
}

export function PipelineColumns({ search, onChange }: ViewProps) {
  const pipeline = useQuery(pipelineQuery(search));
  const { id: openId } = useParams({ strict: false });
  return (
    <Loaded query={pipeline} what="the pipeline" skeleton={<ColumnSkeleton />}>
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

/** The list that every record has, of enquiries. */
export function EnquiryTable({ search, onChange }: ViewProps) {
  const { session } = useRouteContext({ from: '/signed-in' });
  const navigate = useNavigate();
  const records = useRecords(enquiriesQuery(search));
  const { id: openId } = useParams({ strict: false });
  const [selection, setSelection] = useState(noSelection);
  return (
    <ListStates
      records={records}
      what="enquiries"
      isFiltered={isFiltered(search)}
      onClear={() => onChange(nothing)}
      empty={<NoEnquiries isFiltered={false} onClear={() => onChange(nothing)} />}
    >
      <RecordList
        label="Enquiries"
        records={records}
        columns={enquiryColumns}
        nameOf={({ name }) => name}
        renderCard={(enquiry) => <EnquiryLine enquiry={enquiry} />}
        renderLink={({ id }, link) => (
          <Link
            to="/office/enquiries/$id"
            params={{ id }}
            search={search}
            preload={false}
            resetScroll={false}
            {...link}
          />
        )}
        openId={openId}
        onOpen={({ id }) =>
          void navigate({
            to: '/office/enquiries/$id',
            params: { id },
            search,
            replace: openId !== undefined,
            resetScroll: false,
          })
        }
        sort={search.sort ?? '-created'}
        onSort={(sort) => onChange({ sort: sort === '-created' ? undefined : sort })}
        selection={selection}
        onSelect={setSelection}
      />
      <EnquiryBulk rows={records.rows} selection={selection} onSelect={setSelection} me={session.user.id} />
    </ListStates>
  );
}

function NoEnquiries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyList
      title="No results"
      text="No enquiries match your search and filters. Try fewer words, or clear a filter."
      action={<Button onClick={onClear}>See all enquiries</Button>}
    />
  ) : (
    <EmptyList
      icon={<NavIcon name="office" />}
      title="No enquiries yet"
      text="Enquiries from the public page appear here. Follow each one up, from the first call to an open account."
      action={
        <Button component="a" href="/enquiry">
          See the enquiry page
        </Button>
      }
    />
  );
}
