import { Badge } from '@mantine/core';
import type { Item } from '@muster/domain/money/items/schema';
import { isPermitted } from '@muster/domain/values/role';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useRouteContext, useSearch } from '@tanstack/react-router';
import { archiveItem, itemQuery, itemsQuery, restoreItem } from '../../../features/money/items/api.ts';
import { ItemDetail, ItemReading, NewItem } from '../../../features/money/items/components/item-detail.tsx';
import { ItemFilters } from '../../../features/money/items/components/item-filters.tsx';
import { ItemCard, itemColumns } from '../../../features/money/items/components/item-list.tsx';
import { countFilters, noFilters } from '../../../features/money/items/model/item-search.ts';
import { useIsGstRegistered } from '../../../lib/choices/gst-registration.ts';
import { ArchiveActions, BulkArchive } from '../../../lib/kit/archive.tsx';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import type { BulkProps } from '../../../lib/kit/list/bulk-bar.tsx';
import { OpenRecord, RecordsPage, RecordTabs } from '../../shell/records.tsx';

const list = '/signed-in/account/dispatch/items';

/** Whether whoever looks keeps the price list, and sees what things cost. */
function useKeeps(): boolean {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  return isPermitted(['all of money'], user);
}

export function ItemsPage() {
  const search = useSearch({ from: list });
  const { id } = useParams({ strict: false });
  const isRegistered = useIsGstRegistered();
  const keeps = useKeeps();
  return (
    <RecordsPage
      kind="items"
      title="Price list"
      canEdit={keeps}
      canExport={keeps}
      icon="price"
      about="Items are what you charge for: hours of work, call-outs, parts and work at a fixed price."
      query={itemsQuery(search)}
      search={search}
      usualSort="name"
      filterCount={countFilters(search)}
      noFilters={noFilters}
      Filters={ItemFilters}
      columns={itemColumns({ seesCosts: keeps, isRegistered })}
      nameOf={({ name }) => name}
      renderCard={(row) => <ItemCard row={row} />}
      open={id}
      Bulk={Bulk}
    />
  );
}

const actions = { archive: archiveItem, restore: restoreItem };

function Bulk(props: BulkProps<Item>) {
  return <BulkArchive {...props} {...actions} kind="items" />;
}

function useClose() {
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  return () => void navigate({ to: '/items', search, resetScroll: false });
}

export function ItemPage() {
  const { id } = useParams({ from: `${list}/$id` });
  const close = useClose();
  return (
    <OpenRecord key={id} query={itemQuery(id)} thing="item" onClose={close}>
      {(item) => <Opened item={item} onClose={close} />}
    </OpenRecord>
  );
}

function Opened({ item, onClose }: { item: Item; onClose: () => void }) {
  const queryClient = useQueryClient();
  const keeps = useKeeps();
  const { id, name, code, archived_at } = item;
  return (
    <RecordDrawer
      title={
        <>
          <span className="record-drawer__name">{name}</span>
          {archived_at !== null && <Badge color="grey">Archived</Badge>}
        </>
      }
      aside={
        keeps && (
          <ArchiveActions
            record={item}
            {...actions}
            onDone={(row) => queryClient.setQueryData<Item>(itemQuery(id).queryKey, row)}
          />
        )
      }
      onClose={onClose}
    >
      {keeps ? (
        <RecordTabs kind="items" id={id} title={name} subtitle={code}>
          <ItemDetail item={item} />
        </RecordTabs>
      ) : (
        <ItemReading item={item} />
      )}
    </RecordDrawer>
  );
}

export function NewItemPage() {
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  const close = useClose();
  return (
    <RecordDrawer title="New item" onClose={close}>
      <NewItem
        onAdded={(id) => void navigate({ to: '/items/$id', params: { id }, search, replace: true })}
        onCancel={close}
      />
    </RecordDrawer>
  );
}
