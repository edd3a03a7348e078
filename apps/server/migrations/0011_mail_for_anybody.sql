-- A mail that anybody can cause by typing an address, with all that is counted for it, in the statement of whoever sends it.
-- Where its own limits are used up it becomes nothing, which takes the work of a mail but none of those that are left for the
-- address. The arrays are of an hour and a day: of this kind of mail, and of all mails to the address.
create function mail_anybody(
  letter jsonb, own_keys text[], own_maxima int[], keys text[], maxima int[], seconds int[], at timestamptz)
returns void language plpgsql as $$
begin
  if not take_limits(own_keys, own_maxima, seconds, at) then
    letter := jsonb_build_object('template', 'nothing', 'to', letter -> 'to');
    keys := array(select key || ' in vain' from unnest(keys) as key);
  end if;
  if take_limits(keys, maxima, seconds, at) then
    insert into outbox (topic, payload) values ('mail', letter);
    perform pg_notify('muster_outbox', '');
  end if;
end
$$;
revoke execute on function mail_anybody(jsonb, text[], int[], text[], int[], int[], timestamptz) from public;
grant execute on function mail_anybody(jsonb, text[], int[], text[], int[], int[], timestamptz) to :"app";
