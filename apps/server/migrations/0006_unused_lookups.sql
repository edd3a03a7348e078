-- Whoever serves requests can look up no more than it needs: these two have other doors in front of them by now.

drop function find_sign_in(text);

-- Called by use_session alone, which runs as the owner.
revoke execute on function find_session(bytea, timestamptz) from :"app";
