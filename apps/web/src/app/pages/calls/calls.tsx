import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { callQuery, callsQuery, exportAddress } from '../../../features/calls/calls/api.ts';
import { CallDetail } from '../../../features/calls/calls/components/call-detail.tsx';
import { CallFilters } from '../../../features/calls/calls/components/call-filters.tsx';
import {
  CallBadge,
  CallCard,
  callColumns,
  nameOfCall,
} from '../../../features/calls/calls/components/call-list.tsx';
import { type CallSearch, countFilters, noFilters } from '../../../features/calls/calls/model/call-search.ts';
import { whoWords } from '../../../features/calls/calls/model/call-words.ts';
import { campaignsQuery } from '../../../features/calls/campaigns/api.ts';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { ListPage } from '../../../lib/kit/list/list-page.tsx';
import { ListStates } from '../../../lib/kit/list/list-states.tsx';
import { RecordList } from '../../../lib/kit/list/record-list.tsx';
import { noSelection } from '../../../lib/kit/list/selection.ts';
import { useRecords } from '../../../lib/kit/list/use-records.ts';
import { MoreMenu } from '../../../lib/kit/more-menu.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { type Change, withChange } from '../../../lib/page/search-params.ts';
import { NavIcon } from '../../shell/nav-icon.tsx';
import { OpenRecord } from '../../shell/records.tsx';
import { useBusiness } from '../work/use-business.ts';

const list = '/signed-in/account/dispatch/calls';

export function CallsPage() {
  const search = useSearch({ from: list });
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const records = useRecords(callsQuery(search));
  const { zone, isOwner } = useBusiness();
  const { data: campaigns = [] } = useQuery(campaignsQuery);
  usePage('Calls');

  function change(wanted: Change<CallSearch>) {
    const next = withChange(search, wanted);
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });
  }

  return (
    <ListPage
      title="Calls"
      filters={<CallFilters search={search} onChange={change} campaigns={campaigns} />}
      actions={
        <MoreMenu label="More about calls">
          <Menu.Item renderRoot={(root) => <Link to="/calls/campaigns" {...root} />}>Campaigns</Menu.Item>
          <Menu.Item component="a" href={exportAddress(search)} download>
            Export as CSV
          </Menu.Item>
        </MoreMenu>
      }
      drawer={<Outlet />}
    >
      <ListStates
        records={records}
        what="calls"
        isFiltered={countFilters(search) > 0 || search.search !== undefined}
        onClear={() => change(noFilters)}
        empty={
          <EmptyList
            icon={<NavIcon name="call" />}
            title="No calls yet"
            text="When your phone system is connected, everyone in the office sees who is calling, and every call is listed here."
            action={
              isOwner && (
                <Button renderRoot={(root) => <Link to="/settings/connections" {...root} />}>
                  Connect your phones
                </Button>
              )
            }
          />
        }
      >
        <RecordList
          label="Calls"
          records={records}
          columns={callColumns(zone)}
          nameOf={nameOfCall}
          renderCard={(row) => <CallCard row={row} zone={zone} />}
          renderLink={(row, link) => (
            <Link
              to="/calls/$id"
              params={{ id: row.id }}
              search
              preload={false}
              resetScroll={false}
              {...link}
            />
          )}
          openId={id}
          onOpen={(row) =>
            void navigate({
              to: '/calls/$id',
              params: { id: row.id },
              search: true,
              replace: id !== undefined,
              resetScroll: false,
            })
          }
          sort="began"
          onSort={() => {}}
          canSelect={false}
          selection={noSelection}
          onSelect={() => {}}
        />
      </ListStates>
    </ListPage>
  );
}

export function CallPage() {
  const { id } = useParams({ from: `${list}/$id` });
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  const { zone, isPlanner } = useBusiness();
  const close = () => void navigate({ to: '/calls', search, resetScroll: false });
  return (
    <OpenRecord key={id} query={callQuery(id)} thing="call" onClose={close}>
      {(call) => (
        <RecordDrawer
          title={
            <>
              <span className="record-drawer__name">{whoWords(call)}</span>
              <CallBadge row={call} />
            </>
          }
          onClose={close}
        >
          <CallDetail call={call} zone={zone} isPlanner={isPlanner} />
        </RecordDrawer>
      )}
    </OpenRecord>
  );
}
