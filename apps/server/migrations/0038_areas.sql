-- The part of a city or of the country that a suburb lies in, as the statistics bureau names it ("Sydney - Inner West"): what a board
-- groups its technicians by. Filled with the rest of the table.
alter table suburbs add column area text not null default '';
