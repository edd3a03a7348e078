import type { MoneySettings } from '@muster/domain/money/money-settings/schema';
import { dayAndMonth } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { bookTotalsQuery, gstEntriesQuery, gstQuery } from '../../../features/money/bookkeeping/api.ts';
import { BookContents, BookExports } from '../../../features/money/bookkeeping/components/book-exports.tsx';
import { GstEntries } from '../../../features/money/bookkeeping/components/gst-entries.tsx';
import { GstSummary } from '../../../features/money/bookkeeping/components/gst-summary.tsx';
import { PeriodBar } from '../../../features/money/bookkeeping/components/period-bar.tsx';
import {
  type BooksSearch,
  type Period,
  shownPeriod,
} from '../../../features/money/bookkeeping/model/period.ts';
import { feesFile, feesQuery } from '../../../features/money/card-balance/api.ts';
import { moneySettingsQuery } from '../../../features/money/money-settings/api.ts';
import { useRecords } from '../../../lib/kit/list/use-records.ts';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { type Change, withChange } from '../../../lib/page/search-params.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useBusiness } from '../work/use-business.ts';
import './books.css';

/** What whoever keeps the books wants of a period: the GST of its sales, and files for their program. */
export function BooksPage() {
  const settings = useQuery(moneySettingsQuery);
  usePage('GST and exports');
  return (
    <div className="page books">
      <p className="books__back">
        <Link to="/invoices">Invoices</Link>
      </p>
      <h1>GST and exports</h1>
      <Loaded query={settings} what="GST and exports" skeleton={<RowSkeleton rows={8} height={44} />}>
        {({ row }) => <Books settings={row} />}
      </Loaded>
    </div>
  );
}

function Books({ settings }: { settings: MoneySettings }) {
  const search = useSearch({ from: '/signed-in/account/dispatch/invoices/gst' });
  const navigate = useNavigate();
  const { today } = useBusiness();
  const basis = search.basis ?? settings.gst_basis;
  const period = shownPeriod(search, today);
  const query = { ...period, basis };
  const gst = useQuery(gstQuery(query));
  const totals = useQuery(bookTotalsQuery(period));
  const entries = useRecords(gstEntriesQuery(query));
  const fees = useQuery(feesQuery(period)).data?.fees ?? 0;
  function change(wanted: Change<BooksSearch>) {
    void navigate({ to: '.', search: withChange(search, wanted), replace: true, resetScroll: false });
  }
  return (
    <>
      <PeriodBar
        by={search.by ?? 'quarter'}
        period={period}
        basis={basis}
        usualBasis={settings.gst_basis}
        today={today}
        onChange={change}
      />
      <div className="books__columns">
        <div className="books__gst">
          <Loaded query={gst} what="the GST of this period" skeleton={<RowSkeleton rows={2} height={84} />}>
            {(summary) => <GstSummary summary={summary} basis={basis} />}
          </Loaded>
          <Standing period={period} lockDate={settings.lock_date} today={today} />
        </div>
        <section className="books__exports" aria-labelledby="book-exports">
          <h2 id="book-exports">For your books</h2>
          <Loaded query={totals} what="what the files hold" skeleton={<RowSkeleton rows={4} height={24} />}>
            {(known) => <BookContents totals={known} fees={fees} />}
          </Loaded>
          <BookExports
            query={query}
            accounts={settings}
            feesFile={fees === 0 ? undefined : feesFile(period)}
            renderSettingsLink={(text) => <Link to="/settings/money">{text}</Link>}
          />
        </section>
        <div className="books__entries">
          <GstEntries
            records={entries}
            renderLink={({ document_id }, name) => (
              <Link to="/invoices/$id" params={{ id: document_id }}>
                {name}
              </Link>
            )}
          />
        </div>
      </div>
    </>
  );
}

interface StandingProps {
  period: Period;
  lockDate: string | null;
  today: LocalDate;
}

/** Whether the figures may still change. */
function Standing({ period: { to }, lockDate, today }: StandingProps) {
  const isLocked = lockDate !== null && lockDate >= to;
  const lastDay = `${dayAndMonth(to)} ${to.slice(0, 4)}`;
  return (
    <p className="books__standing">
      {to >= today ? (
        <>This period isn’t over: these are its figures up to today.</>
      ) : isLocked ? (
        <>Your books are locked up to {lastDay} or later, so these figures stay.</>
      ) : (
        <>
          These figures can still change. Once you’ve reported them,{' '}
          <Link to="/settings/money">lock your books</Link> up to {lastDay}.
        </>
      )}
    </p>
  );
}
