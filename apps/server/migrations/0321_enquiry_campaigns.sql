-- Which flyer or advertisement an enquiry comes from, as the address of its page said.
alter table enquiries add column campaign text not null default '' check (length(campaign) <= 100);
