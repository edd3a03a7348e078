import { Paper, Table, Text } from '@mantine/core';
import type { Sort } from '@muster/domain/enquiries/schema';
import { Link } from '@tanstack/react-router';
import type { EnquiryRow } from '../api.ts';
import { officeMoment } from '../model/office-moment.ts';
import { changed } from '../model/office-search.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import { Due } from './due.tsx';
import { StateBadge } from './state-badge.tsx';
import './enquiry-table.css';

/** The bar at the top of the application, below which the heads stay. */
const topBarPx = 56;

/** In pixels. The name has what the others leave. */
const widths = {
  state: 128,
  name: undefined,
  reference: 136,
  industry: 160,
  licences: 80,
  owner: 110,
  due: 150,
  received: 168,
};

interface EnquiryTableProps {
  rows: EnquiryRow[];
  search: OfficeSearch;
  /** The one whose drawer is open. */
  openId: string | undefined;
}

export function EnquiryTable({ rows, search, openId }: EnquiryTableProps) {
  return (
    <Paper withBorder className="enquiry-table">
      <Table layout="fixed" highlightOnHover stickyHeader stickyHeaderOffset={topBarPx} verticalSpacing={0}>
        <caption className="m-hidden">Enquiries</caption>
        <colgroup>
          {Object.entries(widths).map(([column, width]) => (
            <col key={column} style={{ width }} />
          ))}
        </colgroup>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>State</Table.Th>
            <SortHead label="Name" up="name" down="-name" search={search} />
            <Table.Th>Reference</Table.Th>
            <Table.Th>Industry</Table.Th>
            <SortHead label="Licences" up="licences" down="-licences" search={search} isNumber />
            <Table.Th>Owner</Table.Th>
            <SortHead label="Due" up="due" down="-due" search={search} />
            <SortHead label="Received" up="oldest" down="newest" search={search} isUsual />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((enquiry) => (
            <Row key={enquiry.id} enquiry={enquiry} search={search} isOpen={enquiry.id === openId} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

/** The link to the enquiry covers the row, so that the whole row opens it. */
function Row({ enquiry, search, isOpen }: { enquiry: EnquiryRow; search: OfficeSearch; isOpen: boolean }) {
  const { id, state, name, email, reference, industry, licenses_required, owner, created_at } = enquiry;
  return (
    <Table.Tr mod={{ overdue: enquiry.overdue, current: isOpen }}>
      <Table.Td>
        <StateBadge state={state} />
      </Table.Td>
      <Table.Th scope="row" fw={400}>
        <Text truncate title={`${name} ${email}`}>
          <Link
            to="/office/enquiries/$id"
            params={{ id }}
            search={search}
            preload={false}
            resetScroll={false}
            data-open={isOpen || undefined}
            data-enquiry={id}
          >
            {name}
          </Link>{' '}
          <Text span size="xs" c="dimmed">
            {email}
          </Text>
        </Text>
      </Table.Th>
      <Cell muted>{reference}</Cell>
      <Cell>{industry}</Cell>
      <Table.Td ta="right">{licenses_required.toLocaleString('en-AU')}</Table.Td>
      {owner ? <Cell>{owner.name}</Cell> : <Cell muted>No owner</Cell>}
      <Table.Td>
        <Due enquiry={enquiry} />
      </Table.Td>
      <Table.Td>
        <Text component="time" size="xs" c="dimmed" dateTime={created_at}>
          {officeMoment(created_at)}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

function Cell({ muted = false, children }: { muted?: boolean; children: string }) {
  return (
    <Table.Td>
      <Text truncate title={children} {...(muted ? { size: 'xs', c: 'dimmed' } : {})}>
        {children}
      </Text>
    </Table.Td>
  );
}

interface SortHeadProps {
  label: string;
  up: Sort;
  down: Sort;
  search: OfficeSearch;
  isNumber?: boolean;
  /** The order while nothing else was asked for: newest first. */
  isUsual?: boolean;
}

/** The first press sorts by this column, the next one the other way round. */
function SortHead({ label, up, down, search, isNumber = false, isUsual = false }: SortHeadProps) {
  const sort = search.sort ?? 'newest';
  const direction = sort === up ? 'ascending' : sort === down ? 'descending' : undefined;
  const first = isUsual ? down : up;
  const next = direction === undefined ? first : sort === up ? down : up;
  return (
    <Table.Th ta={isNumber ? 'right' : undefined} aria-sort={direction}>
      <Link
        to="/office"
        search={changed(search, { sort: next === 'newest' ? undefined : next })}
        className="enquiry-table__sort"
        activeOptions={{ exact: true }}
        replace
        resetScroll={false}
      >
        {label}
        <span aria-hidden>{direction === 'ascending' ? ' ↑' : direction === 'descending' ? ' ↓' : ''}</span>
      </Link>
    </Table.Th>
  );
}
