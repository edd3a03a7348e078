-- What a mail lets somebody do once, whatever it is: one table for what had three.

create table links (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  purpose text not null check (purpose in ('activation', 'reset', 'invitation')),
  email text not null,
  -- No reference: its check would be more work for an address that is somebody's than for one that is nobody's.
  account_id uuid,
  user_id uuid check (user_id is null or purpose = 'reset'),
  registration_id uuid references registrations on delete set null check (registration_id is null or purpose = 'activation'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
comment on column links.email is 'where it was sent to; where nothing was sent, what somebody typed';
comment on column links.account_id is 'of whom a reset is for, and of an invitation; null for staff';
comment on column links.user_id is 'whom a reset is for; null where nobody has the address';
comment on column links.registration_id is 'null once it became an account, and where nobody had registered';
grant select, insert, update, delete on links to :"app";

-- What is mailed while this runs waits, and is then refused: nothing that was sent is lost.
lock table activations, password_resets, invitations in access exclusive mode;
insert into links (id, token_hash, purpose, email, registration_id, created_at, expires_at, used_at, revoked_at)
select id, token_hash, 'activation', email, registration_id, created_at, expires_at, used_at, revoked_at from activations;
insert into links (id, token_hash, purpose, email, account_id, user_id, created_at, expires_at, used_at, revoked_at)
select r.id, r.token_hash, 'reset', s.email, r.account_id, r.user_id, r.created_at, r.expires_at, r.used_at, r.revoked_at
  from password_resets r join sign_ins s using (user_id);
insert into links (id, token_hash, purpose, email, account_id, created_at, expires_at, used_at, revoked_at)
select id, token_hash, 'invitation', email, account_id, created_at, expires_at, used_at, revoked_at from invitations;
drop table activations, password_resets, invitations;

-- One address signs in once, so it is invited once.
create unique index on links (email) where purpose = 'invitation' and used_at is null and revoked_at is null;
create index on links (account_id) where purpose = 'invitation';
-- Whole, so that a row of nobody is as much work as one of somebody.
create index on links (user_id);
create index on links (registration_id);
create index on links (purpose, expires_at);

-- A new password, a disabled or deleted user: no session and no link outlives it, whoever wrote the row.
create or replace function end_sign_ins() returns trigger language plpgsql as $$
begin
  delete from sessions s where s.user_id = old.id;
  update links l set revoked_at = now()
   where l.user_id = old.id and l.purpose = 'reset' and l.used_at is null and l.revoked_at is null;
  if tg_op = 'DELETE' then
    delete from devices d where d.user_id = old.id;
  end if;
  return null;
end
$$;

-- Nobody is invited to an account that is gone.
create function forget_invitations() returns trigger language plpgsql as $$
begin
  delete from links l where l.account_id = old.id and l.purpose = 'invitation';
  return null;
end
$$;
create trigger gone after delete on accounts for each row execute function forget_invitations();
