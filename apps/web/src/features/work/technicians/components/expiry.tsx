import { Badge } from '@mantine/core';
import { ticketState } from '@muster/domain/work/technicians/rules';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';

interface ExpiryProps {
  expires: string | null;
  today: LocalDate;
  /** Whether a ticket that is good for a while is told as well. */
  always?: boolean;
}

/** Points out a ticket that proves nothing any more, or soon will not. */
export function Expiry({ expires, today, always = false }: ExpiryProps) {
  if (expires === null) return always ? <Badge color="grey">Never expires</Badge> : null;
  const day = dateWithYear(expires as LocalDate, today);
  const state = ticketState(expires as LocalDate, today);
  if (state === 'expired') return <Badge color="danger">Expired {day}</Badge>;
  if (state === 'expires soon') return <Badge color="attention">Expires {day}</Badge>;
  return always ? <Badge color="ok">Until {day}</Badge> : null;
}

function dateWithYear(date: LocalDate, today: LocalDate): string {
  const year = date.slice(0, 4);
  return year === today.slice(0, 4) ? dateInWords(date) : `${dateInWords(date)} ${year}`;
}
