/** A page of a list: how the API is asked, and how one would ask the database for what the page shows. */
export const lists: { name: string; path: string; sql: string; follow?: boolean }[] = [
  {
    name: 'customers by name',
    path: '/customers?limit=50',
    sql: 'select * from customers where archived_at is null order by sort_name, id limit 51',
  },
  {
    name: 'customers by name, the hundredth page',
    path: '/customers?limit=200',
    follow: true,
    sql: `select * from customers where archived_at is null and (sort_name, id) > ('n', '00000000-0000-0000-0000-000000000000')
           order by sort_name, id limit 201`,
  },
  {
    name: 'customers called nguyen',
    path: '/customers?search=nguyen',
    sql: `select * from customers where id in (select row_id from search_words
            where table_name = 'customers' and word >= 'nguyen' and word < 'nguyen~') order by sort_name, id limit 51`,
  },
  {
    name: 'jobs, the latest first',
    path: '/jobs?sort=-number',
    sql: 'select * from jobs where archived_at is null order by number desc limit 51',
  },
  {
    name: 'jobs that are open',
    path: '/jobs?state=open',
    sql: `select * from jobs where archived_at is null and state = 'open' order by number desc limit 51`,
  },
  {
    name: 'jobs with a word',
    path: '/jobs?search=toilet',
    sql: `select * from jobs where id in (select row_id from search_words
            where table_name = 'jobs' and word >= 'toilet' and word < 'toilet~') order by number desc limit 51`,
  },
  {
    name: 'job 5042',
    path: '/jobs?search=J-5042',
    sql: 'select * from jobs where number = 5042',
  },
  {
    name: 'the price list, by name',
    path: '/items?limit=50',
    sql: 'select * from items where archived_at is null order by sort_name, id limit 51',
  },
  {
    name: 'items, as a line of an invoice finds them',
    path: '/items?search=valve&limit=8',
    sql: `select * from items where archived_at is null and id in (select row_id from search_words
            where table_name = 'items' and word >= 'valve' and word < 'valve~') order by sort_name, id limit 9`,
  },
  {
    name: 'items by two words that many have',
    path: '/items?search=copper%2015&limit=8',
    sql: `select * from items where archived_at is null and id in (
             select row_id from search_words where table_name = 'items' and word >= 'copper' and word < 'copper~' intersect
             select row_id from search_words where table_name = 'items' and word >= '15' and word < '15~')
           order by sort_name, id limit 9`,
  },
  {
    name: 'an item by its code',
    path: '/items?search=P-01999&limit=8',
    sql: `select * from items where archived_at is null and sort_code = 'p-01999'`,
  },
  {
    name: 'the board of a day',
    path: '/board?from=2026-11-16&to=2026-11-16',
    sql: `select a.*, v.*, j.* from assignments a join visits v on v.id = a.visit_id join jobs j on j.id = v.job_id
           where a.starts_at >= '2026-11-15T13:00Z' and a.starts_at < '2026-11-16T13:00Z'`,
  },
];
