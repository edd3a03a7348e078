import type { LocalDate } from '@muster/domain/values/local-time';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type PaperDay, paperDayQuery } from '../../../features/dispatch/day-sheets/api.ts';
import { BoardSheet } from '../../../features/dispatch/day-sheets/components/board-sheet.tsx';
import { DaySheet } from '../../../features/dispatch/day-sheets/components/day-sheet.tsx';
import { PrintBar } from '../../../features/dispatch/day-sheets/components/print-bar.tsx';
import { type DayPlan, dayPlan } from '../../../features/dispatch/day-sheets/model/day-plan.ts';
import type { PrintSearch } from '../../../features/dispatch/day-sheets/model/print-search.ts';
import { longDayWords } from '../../../features/dispatch/day-sheets/model/sheet-words.ts';
import { moment } from '../../../lib/format/format.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { withChange } from '../../../lib/page/search-params.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useBusiness } from '../work/use-business.ts';
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
      <Loaded query={day} what="the day" skeleton={<RowSkeleton rows={6} height={80} />}>
        {({ business }) => <Sheets plan={plan!} business={business} search={search} date={date} now={now} />}
      </Loaded>
    </div>
  );
}

interface SheetsProps {
  plan: DayPlan;
  business: PaperDay['business'];
  search: PrintSearch;
  date: string;
  now: number;
}

function Sheets({ plan, business, search, date, now }: SheetsProps) {
  const { technician, only } = search;
  const { zone, holiday, technicians } = plan;
  const head = {
    business,
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
        title="This technician no longer exists"
        text="Choose another technician above, or print everyone’s day."
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
