-- One process at a time is registered at the exchange of each SIP account that is on. See docs/decisions/066-sip.md.

create table call_lines (
  account_id uuid not null,
  connection_id uuid not null,
  held_by uuid,
  held_until timestamptz,
  registered_until timestamptz,
  primary key (account_id, connection_id),
  foreign key (account_id, connection_id) references connections on delete cascade
);
comment on column call_lines.registered_until is 'Until when the exchange has promised to let it ring here; null: it has not yet';
grant select, insert, update, delete on call_lines to :"app";
