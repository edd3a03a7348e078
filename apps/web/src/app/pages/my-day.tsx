import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ownFeedsQuery, ownSource } from '../../features/calendar-feeds/api.ts';
import { CalendarFeeds } from '../../features/calendar-feeds/components/calendar-feeds.tsx';
import { ownVisitsQuery } from '../../features/my-day/api.ts';
import { OwnDays } from '../../features/my-day/components/own-days.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../lib/page.ts';
import { Loaded } from '../shell/loaded.tsx';
import { useBusiness } from './use-business.ts';

/** Below the day: it is set up once. */
function OwnCalendar() {
  const feeds = useQuery(ownFeedsQuery);
  return (
    <section className="my-calendar" aria-labelledby="my-calendar">
      <h2 id="my-calendar">Add to my calendar</h2>
      <Loaded query={feeds} what="Your calendar feeds" skeleton={<RowSkeleton rows={1} height={56} />}>
        {(rows) => <CalendarFeeds feeds={rows} source={ownSource} />}
      </Loaded>
    </section>
  );
}

export function MyDayPage() {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  const { zone, today } = useBusiness();
  const visits = useQuery(ownVisitsQuery);
  usePage('My day');
  return (
    <div className="page">
      <h1>My day</h1>
      <p className="page__lead">
        {user.first_name} {user.last_name}
      </p>
      <div className="my-day-page">
        <Loaded query={visits} what="Your visits" skeleton={<RowSkeleton rows={4} height={120} />}>
          {(rows) => (
            <>
              <OwnDays visits={rows} today={today} zone={zone} />
              <OwnCalendar />
            </>
          )}
        </Loaded>
      </div>
    </div>
  );
}
