-- A kit is an item that brings several others.

alter table items drop constraint items_kind_check;
alter table items add constraint items_kind_check check (kind in ('labour', 'call-out', 'part', 'service', 'kit'));
alter table items add column parts jsonb not null default '[]' check (jsonb_typeof(parts) = 'array');
alter table items add constraint items_kit
  check ((kind = 'kit') = (jsonb_array_length(parts) > 0) and (kind <> 'kit' or (price is null and cost is null)));
comment on column items.parts is 'Of a kit: which items it brings, each so often, in thousandths';
create index items_kits on items (account_id) where kind = 'kit';
