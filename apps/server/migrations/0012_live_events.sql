-- What browsers hear, numbered in the order of commits. A channel is an account's, or the office's; its row is the last that a
-- transaction writes, and whoever holds its lock commits next: so there are no gaps, and nothing appears behind what was read.
create table live_channels (
  name text primary key,
  last bigint not null
);
grant select, insert, update on live_channels to :"app";

-- Names of things, never their contents: whoever hears one reads it, and is refused what they may not read.
create table live_events (
  channel text not null,
  number bigint not null,
  topic text not null,
  id text,
  at timestamptz not null default now(),
  primary key (channel, number)
);
create index on live_events using brin (at);
grant select, insert, delete on live_events to :"app";

-- The streams of a session end with it, on every process (platform/live/hub.ts). That is no event: nobody hears of it.
create or replace function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('muster_live', json_build_object('session', old.id)::text);
  return null;
end
$$;
