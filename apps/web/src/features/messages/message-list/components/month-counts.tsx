import { Text } from '@mantine/core';
import { priceWords } from '@muster/domain/basics/texts/rules';
import { monthLines, type MonthLine } from '@muster/domain/messages/message-list/rules';
import { addDays, dateAt, type LocalDate } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useNow } from '../../../../lib/page/use-now.ts';
import { exportAddress, monthQuery } from '../api.ts';
import './month-counts.css';

/** What a month came to, by kind and way, and all of it as a table. `zone` is the business's. */
export function MonthCounts({ zone }: { zone: string }) {
  const thisMonth = `${dateAt(minuteAt(useNow()), zone).slice(0, 7)}-01` as LocalDate;
  const [back, setBack] = useState(0);
  const first = monthsBefore(thisMonth, back);
  const last = addDays(monthsBefore(thisMonth, back - 1), -1);
  const { data, isError } = useQuery(monthQuery(first));
  const { lines, all } = monthLines(data?.rows ?? []);
  const name = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${first}T00:00:00Z`),
  );
  return (
    <section className="month-counts" aria-labelledby="month-counts">
      <div className="month-counts__top">
        <h2 id="month-counts">{name}</h2>
        <ActionButton onClick={() => setBack(back + 1)}>Month before</ActionButton>
        <ActionButton disabled={back === 0} onClick={() => setBack(back - 1)}>
          Month after
        </ActionButton>
        <a href={exportAddress(first, last)} download>
          Export as CSV
        </a>
      </div>
      {data === undefined ? (
        <Text c="dimmed">{isError ? 'We couldn’t count the messages.' : 'Loading…'}</Text>
      ) : lines.length === 0 ? (
        <Text c="dimmed">No messages in this month.</Text>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">About</th>
              <th scope="col">Emails</th>
              <th scope="col">Texts</th>
              <th scope="col">Parts</th>
              <th scope="col">Cost</th>
              <th scope="col">Not sent</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.about} line={line} />
            ))}
          </tbody>
          <tfoot>
            <Line line={all} />
          </tfoot>
        </table>
      )}
    </section>
  );
}

function Line({ line: { about, emails, texts, parts, price, unsent } }: { line: MonthLine }) {
  return (
    <tr>
      <th scope="row">{about}</th>
      <td>{emails}</td>
      <td>{texts}</td>
      <td>{parts}</td>
      <td>{priceWords(price)}</td>
      <td>{unsent}</td>
    </tr>
  );
}

function monthsBefore(first: LocalDate, months: number): LocalDate {
  const [year, month] = first.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10) as LocalDate;
}
