const [from, to] = ['2026-07-01', '2026-09-30'];
const quarter = `from=${from}&to=${to}`;
const inQuarter = (day: string) => `${day} between '${from}' and '${to}'`;
const isOpen = `kind = 'invoice' and state = 'issued' and outstanding > 0`;

/** What people ask about money: how the API is asked, and how one would ask the database for what is shown. */
export function questions({ customer, series }: { customer: string; series: number }) {
  const number = `INV-${series}`;
  return [
    {
      name: 'invoices, the latest first',
      path: '/invoices?limit=50',
      sql: `select i.*, c.name from invoices i join customers c on c.id = i.bill_to_id order by i.created_at desc, i.id desc limit 51`,
    },
    {
      name: 'what is overdue, the longest first',
      path: '/invoices?view=overdue&sort=due&limit=50',
      sql: `select i.*, c.name from invoices i join customers c on c.id = i.bill_to_id
             where i.${isOpen} and i.due_on < '2026-11-16' order by i.due_on, i.id limit 51`,
    },
    {
      name: 'an invoice by its number',
      path: `/invoices?search=${number}`,
      sql: `select * from invoices where kind = 'invoice' and series = ${series}`,
    },
    {
      name: 'the search at the top, by a number',
      path: `/search?q=${number}`,
      sql: `select * from invoices where kind = 'invoice' and series = ${series}`,
    },
    {
      name: 'how many there are in each pile',
      path: '/invoices/summary',
      sql: `select kind, state, outstanding > 0, count(*), sum(total), sum(outstanding) from invoices group by 1, 2, 3`,
    },
    {
      name: 'who owes what, by age',
      path: '/invoices/owed?limit=50',
      sql: `select bill_to_id, sum(outstanding), sum(outstanding) filter (where due_on < '2026-10-17') from invoices
             where ${isOpen} group by 1 order by 2 desc limit 51`,
    },
    {
      name: 'the statement of a customer',
      path: `/customers/${customer}/statement?${quarter}`,
      sql: `select (select sum(total) from invoices where bill_to_id = '${customer}' and ${inQuarter('issued_on')}),
                   (select sum(amount) from payments where customer_id = '${customer}' and ${inQuarter('received_on')})`,
    },
    {
      name: 'payments, the latest first',
      path: '/payments?limit=50',
      sql: `select p.*, c.name from payments p join customers c on c.id = p.customer_id order by p.received_on desc, p.id desc limit 51`,
    },
    {
      name: 'what a quarter came to',
      path: `/bookkeeping/totals?${quarter}`,
      sql: `select sum(net), sum(gst), sum(total) from invoices where state = 'issued' and ${inQuarter('issued_on')}`,
    },
    {
      name: 'the GST of a quarter, by accrual',
      path: `/bookkeeping/gst?${quarter}&basis=accrual`,
      sql: `select sum(gst), sum(total) from invoices where state = 'issued' and ${inQuarter('issued_on')}`,
    },
    {
      name: 'the GST of a quarter, by cash',
      path: `/bookkeeping/gst?${quarter}&basis=cash`,
      sql: `select sum(a.amount), sum(a.amount::bigint * i.gst / nullif(i.total, 0)) from allocations a join invoices i on i.id = a.invoice_id
             where ${inQuarter('a.on_date')}`,
    },
    {
      name: 'what it comes from, a page',
      path: `/bookkeeping/gst/entries?${quarter}&basis=cash&limit=50`,
      sql: `select a.*, i.number, i.gst from allocations a join invoices i on i.id = a.invoice_id where ${inQuarter('a.on_date')}
             order by a.on_date, a.id limit 51`,
    },
  ];
}
