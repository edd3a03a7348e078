import type { BooksState as State } from '@muster/domain/money/accounting/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { moment } from '../../../../lib/format/format.ts';
import './accounting.css';

interface BooksStateProps {
  state: State;
  zone: string;
}

const counted = (count: number) => count.toLocaleString('en-AU');

/** Where the books are kept, whether anything goes over now, how much has, and whether both sides agree. */
export function BooksState({ state, zone }: BooksStateProps) {
  const { organisation, from, waiting, over, refused, differences } = state;
  return (
    <section className="books-state" aria-label="How your books stand">
      <output className="books-state__now">
        <b>{organisation}</b> in Xero. {nowWords(state, zone)}
      </output>
      <dl className="books-state__counts">
        <Count label="To decide" count={differences} needs />
        <Count label="Not accepted" count={refused} needs />
        <Count label="Waiting" count={waiting} />
        <Count label="In Xero" count={over} />
      </dl>
      <ul className="books-state__facts">
        {from !== null && <li>Invoices from {dayWords(from)} go over, and what’s paid for them.</li>}
        {state.asked_at !== null && (
          <li>We last looked for payments in Xero on {moment(state.asked_at, zone)}.</li>
        )}
        {state.checked !== null && (
          <li>
            Compared on {moment(state.checked.at, zone)}: {sumWords(state.checked)}
          </li>
        )}
      </ul>
    </section>
  );
}

function Count({ label, count, needs = false }: { label: string; count: number; needs?: boolean }) {
  return (
    <div data-needs={(needs && count > 0) || undefined}>
      <dt>{label}</dt>
      <dd>{counted(count)}</dd>
    </div>
  );
}

function nowWords(state: State, zone: string): string {
  const { is_on, why_not, waiting, over, next_at, why_waits, refused, differences } = state;
  if (!is_on) return why_not;
  if (waiting > 0 && next_at !== null && Date.parse(next_at) > Date.now())
    return `${why_waits} We’ll try again on ${moment(next_at, zone)}. Nothing is lost.`;
  const needs = refused + differences > 0;
  if (waiting > 0)
    return needs
      ? `${counted(over)} are there. Some of what waits needs you first.`
      : `${counted(over)} of ${counted(over + waiting)} are there, the rest is on its way.`;
  if (needs) return 'Everything else is there.';
  return over === 0 ? 'Nothing has gone over yet.' : 'Everything is there.';
}

function sumWords({ ours, theirs }: NonNullable<State['checked']>): string {
  const said = ({ count, sum }: typeof ours) =>
    `${count === 1 ? 'one invoice' : `${counted(count)} invoices`}, ${centsInWords(sum)}`;
  return ours.count === theirs.count && ours.sum === theirs.sum
    ? `${said(ours)} on both sides.`
    : `${said(ours)} here; ${said(theirs)} in Xero.`;
}
