import { Client } from 'pg';

const first =
  'Blue Red Iron Paper Salt Silver River Coral Golden Southern Northern Eastern Western Harbour Outback';
const second =
  'Gum Bark Bush Reef Creek Ridge Valley Coast Plains Point Gully Cove Hill Sands Wattle Fern Stone Lake';
const trades =
  'Plumbing Electrical Air Pools Gardens Solar Lifts Fencing Roofing Painting Glazing Locksmiths Cleaning';

/**
 * Inserts as many enquiries as a busy year leaves: most of them settled, some open, some overdue, with staff as
 * owners. It writes into the table directly, because sending them through the API would take minutes.
 */
export async function fillEnquiries(query: Client['query'], count: number, now: Date): Promise<void> {
  await query(
    `insert into enquiries (id, number, reference, name, email, phone, phone_digits, employees_no, technicians_no,
                            licenses_required, notes, industry_id, state, lost_reason, owner_id, due_at,
                            first_contacted_at, created_at, search)
     select new_id(), n, 'ENQ-2029-' || lpad(n::text, 6, '0'), name, email, phone, replace(phone, ' ', ''), '10-25',
            1 + n % 40, 1 + n % 60, notes, 1 + n % 25, state, case when state = 'lost' then 'too dear' end,
            case when n % 4 <> 0 then staff end,
            case when state in ('new', 'contacted', 'qualified', 'won') then arrived + interval '2 days' end,
            case when state <> 'new' then arrived + (n % 50) * interval '1 hour' end, arrived,
            array_to_tsvector(array(select distinct word from unnest(string_to_array(lower(
              concat_ws(' ', name, translate(email, '@.', '  '), phone, replace(phone, ' ', ''), notes,
                        'enq2029' || lpad(n::text, 6, '0'), lpad(n::text, 6, '0'), n)), ' ')) word where word <> ''))
       from generate_series(1, $1::int) n,
            lateral (select string_to_array($2, ' ') a, string_to_array($3, ' ') b, string_to_array($4, ' ') c) words,
            lateral (select a[1 + n % 15] || ' ' || b[1 + n / 15 % 18] || ' ' || c[1 + n % 13] || ' ' || n as name,
                            'office' || n || '@example.com' as email,
                            '04' || lpad((n % 100)::text, 2, '0') || ' ' || lpad((n / 100 % 1000)::text, 3, '0') || ' '
                              || lpad((n * 7 % 1000)::text, 3, '0') as phone,
                            'We have ' || n % 40 || ' vans and would like to start in the new year' as notes,
                            (case when n % 20 = 0 or n > $1 * 0.98
                                  then array['new', 'contacted', 'qualified', 'won']
                                  else array['lost', 'provisioned', 'spam', 'lost'] end)[1 + n / 7 % 4] as state,
                            $5::timestamptz - ($1 - n) * interval '365 days' / $1 as arrived,
                            (select id from staff order by id limit 1) as staff) one`,
    [count, first, second, trades, now],
  );
  await query(`select setval('enquiry_numbers', greatest($1::int, 1), $1 > 0)`, [count]);
  await query('analyze enquiries');
}

/** The same in a table that is empty before, on a connection of its own, and left tidy. */
export async function refillEnquiries(ownerUrl: string, count: number, now: Date): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('truncate enquiries cascade');
  await fillEnquiries(owner.query.bind(owner), count, now);
  await owner.query('vacuum analyze enquiries');
  await owner.end();
}
