-- Whether technicians show the invoice of their visit to the customer, because whoever stands at the door can be paid at once.
alter table money_settings add column technicians_show_invoices boolean not null default false;
comment on column money_settings.technicians_show_invoices is 'Whether technicians see the total of the invoice of their own visit, and the code that leads to its page';
