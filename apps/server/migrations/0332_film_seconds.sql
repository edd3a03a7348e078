-- How long a film of a technician's may be.
alter table accounts add column film_seconds int not null default 120 check (film_seconds between 10 and 600);
