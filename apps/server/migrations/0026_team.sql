-- The people of a business: their roles are changed in the log, and they are invited by the owner.

alter table users add column version int not null default 1;
-- Users are made by a command, which writes what the log may hold; the hash follows in the same transaction and is nowhere else.
alter table users alter column password_hash set default '';

-- Who gets another role signs in again: what their browsers hold, and what their streams tell, was for the old one.
create trigger new_role after update of role on users for each row
  when (new.role <> old.role) execute function end_sign_ins();

-- What an owner sees of an invitation. The link that goes with it opens it, and is outside every account.
create table team_invitations (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default new_id(),
  version int not null default 1,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('dispatcher', 'technician')),
  technician_id uuid,
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, technician_id) references technicians,
  foreign key (account_id, invited_by) references users
);
create unique index team_invitations_open on team_invitations (account_id, email) where accepted_at is null and revoked_at is null;
alter table team_invitations enable row level security;
alter table team_invitations force row level security;
create policy account on team_invitations using (account_id = current_account()) with check (account_id = current_account());
grant select, insert, update on team_invitations to :"app";

-- Two businesses may invite one address, and must not learn of each other by it: whose invitation is accepted first has the person.
alter table links add column invitation_id uuid check (invitation_id is null or purpose = 'invitation');
comment on column links.invitation_id is 'of the team of an account; null for its first owner, and for staff';
drop index links_email_idx;
create unique index on links (email) where purpose = 'invitation' and invitation_id is null and used_at is null and revoked_at is null;
create unique index on links (invitation_id) where used_at is null and revoked_at is null;
