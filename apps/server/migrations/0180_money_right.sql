-- A right of its own to money, and bookkeepers, who have it and nothing on the board.

alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('owner', 'dispatcher', 'bookkeeper', 'technician'));
alter table users add column money text not null default 'none' check (money in ('none', 'drafts', 'all'));
comment on column users.money is 'What an owner lets a dispatcher do about money; owners and bookkeepers do everything, technicians nothing';
alter table team_invitations drop constraint team_invitations_role_check;
alter table team_invitations add constraint team_invitations_role_check
  check (role in ('owner', 'dispatcher', 'bookkeeper', 'technician'));

-- What their browsers hold, and what their streams tell, was for the old right.
create trigger new_money_right after update of money on users for each row
  when (new.money <> old.money) execute function end_sign_ins();

-- A key that is there reads no price; a new one does when it was made so.
alter table api_keys add column money text not null default 'none' check (money in ('none', 'drafts', 'all'));
alter table api_key_secrets add column money text not null default 'none';

-- A large undo is done later, by the right of whoever asked for it.
alter table undos add column money text not null default 'none';

-- The same look-ups as before, which say the right as well.
drop function use_session(bytea, timestamptz, timestamptz);
drop function find_session(bytea, timestamptz);
create function find_session(token bytea, at timestamptz)
returns table (account_id uuid, user_id uuid, role text, money text)
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  session sessions;
  before text := coalesce(current_setting('muster.account', true), '');
begin
  select * into session from sessions s where s.token_hash = token and s.expires_at > at;
  if session.account_id is null then
    return query
      select null::uuid, s.id, 'staff'::text, 'none'::text
        from staff s where s.id = session.user_id and s.disabled_at is null;
  else
    perform set_config('muster.account', session.account_id::text, true);
    return query
      select u.account_id, u.id, u.role, u.money from users u
      where u.account_id = session.account_id and u.id = session.user_id and u.disabled_at is null;
    perform set_config('muster.account', before, true);
  end if;
end
$$;
revoke execute on function find_session(bytea, timestamptz) from public;

create function use_session(token bytea, at timestamptz, idle_end timestamptz)
returns table (id uuid, account_id uuid, user_id uuid, role text, money text)
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  update sessions s set seen_at = at, expires_at = least(idle_end, s.ends_at)
   where s.token_hash = (
     select t.token_hash from sessions t
      where t.token_hash = token and t.expires_at > at and t.seen_at < at - interval '1 minute'
        for update skip locked);
  return query
    select s.id, f.account_id, f.user_id, f.role, f.money
      from find_session(token, at) f join sessions s on s.token_hash = token;
end
$$;
revoke execute on function use_session(bytea, timestamptz, timestamptz) from public;
grant execute on function use_session(bytea, timestamptz, timestamptz) to :"app";
