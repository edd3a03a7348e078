import type { QuoteSummary } from '@muster/domain/money/quotes/schema';
import { quoteStatusOf } from '@muster/domain/money/quotes/states';
import { plainCents } from '@muster/domain/values/cents';
import type { Columns } from '@muster/domain/values/field-tables';
import type { LocalDate } from '@muster/domain/values/local-time';

export function quoteColumns(today: LocalDate): Columns<QuoteSummary> {
  return [
    ['Number', ({ number }) => number],
    ['Version', ({ revision }) => revision],
    ['Status', (row) => quoteStatusOf(row, today)],
    ['Customer', ({ customer_name }) => customer_name],
    ['For', ({ title }) => title],
    ['Job', ({ job_number }) => (job_number === null ? '' : `J-${job_number}`)],
    ['Sent', ({ sent_on }) => sent_on],
    ['Valid until', ({ valid_until }) => valid_until],
    ['Without GST', ({ net }) => Number(plainCents(net))],
    ['GST', ({ gst }) => Number(plainCents(gst))],
    ['Total', ({ total }) => Number(plainCents(total))],
    ['Decided by', ({ decided_by }) => decided_by],
    ['Reason', ({ reason }) => reason],
  ];
}
