-- A second owner is invited like anybody else of the team.
alter table team_invitations drop constraint team_invitations_role_check;
alter table team_invitations add constraint team_invitations_role_check check (role in ('owner', 'dispatcher', 'technician'));
