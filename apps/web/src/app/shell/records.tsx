import { Box, Button, Group, Kbd, Tabs } from '@mantine/core';
import { type FoundKind, type ImportKind, records as kinds } from '@muster/domain/records';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useState } from 'react';
import { ChangeList } from '../../features/basics/changes/components/change-list.tsx';
import { QuotaNotice } from '../../features/identity/licences/components/quota-notice.tsx';
import { isGone } from '../../lib/api/api.ts';
import { RecordDrawer } from '../../lib/kit/drawer/record-drawer.tsx';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import type { BulkProps } from '../../lib/kit/list/bulk-bar.tsx';
import { ListMenu } from '../../lib/kit/list/list-menu.tsx';
import { ListPage } from '../../lib/kit/list/list-page.tsx';
import { ListStates } from '../../lib/kit/list/list-states.tsx';
import { RecordList, type RecordListProps } from '../../lib/kit/list/record-list.tsx';
import { noSelection } from '../../lib/kit/list/selection.ts';
import { type RecordsQuery, useRecords } from '../../lib/kit/list/use-records.ts';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { useLetters } from '../../lib/kit/use-letters.ts';
import { usePage } from '../../lib/page/page.ts';
import { type Change, withChange } from '../../lib/page/search-params.ts';
import { useBusiness, useWords } from '../pages/work/use-business.ts';
import { Loaded } from './loaded.tsx';
import { NavIcon, type NavIconName } from './nav-icon.tsx';
import { useRemembered } from './recent.ts';

interface RecordsPageProps<
  Row,
  Sort extends string,
  Search extends { search?: string; sort?: Sort },
> extends Pick<RecordListProps<Row, Sort>, 'columns' | 'nameOf' | 'renderCard'> {
  kind: ImportKind;
  /** What the page is called, where that is not what they are. */
  title?: string;
  /** Whether whoever looks may add to the list and change what is in it. */
  canEdit?: boolean;
  /** Whether they may have it as a table. */
  canExport?: boolean;
  icon: NavIconName;
  /** What they are, for those who have none yet. */
  about: string;
  query: RecordsQuery<Row>;
  search: Search;
  usualSort: Sort;
  /** How many filters are set beside the search, and a search without any. */
  filterCount: number;
  noFilters: Change<Search>;
  Filters: ComponentType<{ search: Search; onChange: (change: Change<Search>) => void }>;
  /** The last part of the address of a row's record, where it is not its id; and that of the one that is open. */
  addressOf?: (row: Row) => string;
  open: string | undefined;
  /** What can be done with those that are selected. */
  Bulk: ComponentType<BulkProps<Row>>;
  /** What else there is to do with the list: `Menu.Item`s. */
  more?: ReactNode;
}

/** The page of a list: search and filters, the rows, what can be done with those that are selected, and a drawer for the open one. */
export function RecordsPage<
  Row extends { id: string },
  Sort extends string,
  Search extends { search?: string; sort?: Sort },
>(props: RecordsPageProps<Row, Sort, Search>) {
  const { kind, icon, about, query, search, usualSort, filterCount, noFilters, Filters, more, Bulk } = props;
  const { columns, nameOf, renderCard, addressOf, open, canEdit = true, canExport = true } = props;
  const placeOf = (row: Row) => `/${kind}/${addressOf ? addressOf(row) : row.id}` as const;
  const { thing } = kinds[kind];
  const { title = capitalised(kind) } = props;
  const navigate = useNavigate();
  const records = useRecords(query);
  const [selection, setSelection] = useState(noSelection);
  usePage(title);
  useLetters(canEdit ? { n: () => void navigate({ to: `/${kind}/new`, search: true }) } : {});

  function change(wanted: Change<Search>) {
    setSelection(noSelection);
    const next = withChange<object>(search, wanted);
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });
  }

  return (
    <ListPage
      title={title}
      filters={<Filters search={search} onChange={change} />}
      actions={
        <>
          {canExport && (
            <ListMenu kind={kind} search={search} canImport={canEdit}>
              {more}
            </ListMenu>
          )}
          {canEdit && (
            <Button
              variant="filled"
              rightSection={<Kbd>N</Kbd>}
              renderRoot={(root) => <Link to={`/${kind}/new`} search {...root} />}
            >
              New {thing}
            </Button>
          )}
        </>
      }
      drawer={<Outlet />}
    >
      <Box px="lg">
        <QuotaNotice kind={kind} />
      </Box>
      <ListStates
        records={records}
        what={kind}
        isFiltered={filterCount > 0 || search.search !== undefined}
        onClear={() => change(noFilters)}
        empty={
          <EmptyList
            icon={<NavIcon name={icon} />}
            title={`No ${kind} yet`}
            text={about}
            action={
              canEdit && (
                <Group justify="center">
                  <Button variant="filled" renderRoot={(root) => <Link to={`/${kind}/new`} {...root} />}>
                    Add the first {thing}
                  </Button>
                  <Button renderRoot={(root) => <Link to="/import/$kind" params={{ kind }} {...root} />}>
                    Import a list
                  </Button>
                </Group>
              )
            }
          />
        }
      >
        <RecordList
          label={title}
          records={records}
          columns={columns}
          nameOf={nameOf}
          renderCard={renderCard}
          renderLink={(row, link) => (
            <Link to={placeOf(row)} search preload={false} resetScroll={false} {...link} />
          )}
          openId={addressOf ? records.rows.find((row) => addressOf(row) === open)?.id : open}
          onOpen={(row) =>
            void navigate({
              to: placeOf(row),
              search: true,
              replace: open !== undefined,
              resetScroll: false,
            })
          }
          sort={search.sort ?? usualSort}
          onSort={(sort) => change({ sort: sort === usualSort ? undefined : sort } as Change<Search>)}
          canSelect={canEdit}
          selection={selection}
          onSelect={setSelection}
        />
        {canEdit && <Bulk rows={records.rows} selection={selection} onSelect={setSelection} />}
      </ListStates>
    </ListPage>
  );
}

interface OpenRecordProps<T> {
  query: { queryKey: QueryKey; queryFn: () => Promise<T> };
  /** What it is: "customer". */
  thing: string;
  /** What it is called while it is read. */
  title?: string;
  /** The same where it is not there, and what may be the reason. */
  missingTitle?: string;
  missing?: string;
  isWide?: boolean;
  isOver?: boolean;
  onClose: () => void;
  children: (record: T) => ReactNode;
}

/** The drawer of a record by its address: it is being read, is not there, or is shown. */
export function OpenRecord<T>(props: OpenRecordProps<T>) {
  const { query, thing, title = capitalised(thing), missing = 'The link may be incomplete.' } = props;
  const { missingTitle, isWide = false, isOver = false, onClose, children } = props;
  const record = useQuery(query);
  if (record.data !== undefined) return children(record.data);
  const isMissing = record.error !== null && isGone(record.error);
  const notFound = `${capitalised(thing)} not found`;
  return (
    <RecordDrawer
      title={isMissing ? (missingTitle ?? notFound) : title}
      isWide={isWide}
      isOver={isOver}
      onClose={onClose}
    >
      {isMissing ? (
        <EmptyList
          title={notFound}
          text={missing}
          action={<Button onClick={onClose}>See all {thing.replace(/y$/, 'ie')}s</Button>}
        />
      ) : (
        <Loaded query={record} what={`this ${thing}`} skeleton={<RowSkeleton rows={8} height={36} />}>
          {() => null}
        </Loaded>
      )}
    </RecordDrawer>
  );
}

interface RecordTabsProps {
  kind: FoundKind;
  id: string;
  /** What it is called, and by what it is told apart: the palette offers first what was opened last. */
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** What there is to see of a record: itself, and what became of it. */
export function RecordTabs({ kind, id, title, subtitle, children }: RecordTabsProps) {
  const { today } = useBusiness();
  const words = useWords();
  useRemembered({ kind, id, title, subtitle });
  return (
    <Tabs defaultValue="details" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details">{children}</Tabs.Panel>
      <Tabs.Panel value="history" pt="xs">
        <ChangeList
          filters={{ subject: id }}
          words={words}
          today={today}
          empty={`No changes since this ${kinds[kind].thing} was added.`}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

function capitalised(word: string): string {
  return word.replace(/^./, (letter) => letter.toUpperCase());
}
