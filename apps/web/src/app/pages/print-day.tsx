import type { LocalDate } from '@muster/domain/values/local-time';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { paperDayQuery } from '../../features/day-sheets/api.ts';
import { BoardSheet } from '../../features/day-sheets/components/board-sheet.tsx';
import { DaySheet } from '../../features/day-sheets/components/day-sheet.tsx';
import { PrintBar } from '../../features/day-sheets/components/print-bar.tsx';
import { type DayPlan, dayPlan } from '../../features/day-sheets/model/day-plan.ts';
import type { PrintSearch } from '../../features/day-sheets/model/print-search.ts';
import { longDayWords } from '../../features/day-sheets/model/sheet-words.ts';
import { moment } from '../../lib/format.ts';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../lib/page.ts';
import { withChange } from '../../lib/search-params.ts';
import { useNow } from '../../lib/use-now.ts';
import { Loaded } from '../shell/loaded.tsx';
import { useBusiness } from './use-business.ts';
import './print-day.css';

/** A day on paper, as it comes out of the printer. */
export function PrintDayPage() {
  const search = useSearch({ from: '/signed-in/account/dispatch/print/day' });
  const navigate = useNavigate();
  const { today } = useBusiness();
  const date = (search.date ?? today) as LocalDate;
  const day = useQuery(paperDayQuery(date));
  const now = useNow();
  const plan = day.data && dayPlan(day.data, now);
  usePage('Print the day');
  return (
    <div className="page print-day">
      <div className="print-day__top">
        <h1>Print the day</h1>
        <PrintBar
          search={search}
          date={date}
          technicians={plan?.technicians ?? []}
          onChange={(change) =>
            void navigate({
              to: '/print/day',
              search: withChange(search, change),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <Loaded query={day} what="The day" skeleton={<RowSkeleton rows={6} height={80} />}>
        {() => <Sheets plan={plan!} search={search} date={date} now={now} />}
      </Loaded>
    </div>
  );
}

interface SheetsProps {
  plan: DayPlan;
  search: PrintSearch;
  date: string;
  now: number;
}

function Sheets({ plan, search, date, now }: SheetsProps) {
  const { account } = useRouteContext({ from: '/signed-in' }).session;
  const { technician, only } = search;
  const { zone, holiday, technicians } = plan;
  const head = {
    business: account?.name ?? '',
    date: longDayWords(date),
    holiday,
    printedAt: moment(new Date(now).toISOString(), zone),
  };
  // Whoever has nothing to do gets no page, unless somebody asks for it.
  const shown = technicians.filter(({ id, visits }) =>
    technician === undefined ? only === undefined && visits.length > 0 : id === technician,
  );
  if (technician !== undefined && shown.length === 0)
    return (
      <EmptyList
        title="This technician is not there any more"
        text="Choose somebody else above, or print everybody’s day."
      />
    );
  return (
    <div className="print-day__sheets">
      {technician === undefined && <BoardSheet plan={plan} head={head} />}
      {shown.map((one) => (
        <DaySheet key={one.id} technician={one} zone={zone} head={head} />
      ))}
    </div>
  );
}
