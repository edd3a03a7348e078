import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayQuery } from '../../features/start/api.ts';
import { DayBoard } from '../../features/start/components/day-board.tsx';
import { dayOverview } from '../../features/start/model/day-overview.ts';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { destinationsFor } from '../navigation.ts';
import { useBusiness } from './use-business.ts';

/** Today's work. */
export function StartDay() {
  const { zone, today, isOwner } = useBusiness();
  const board = useQuery(dayQuery(today));
  return (
    <Loaded query={board} what="The day" skeleton={<RowSkeleton rows={6} height={80} />}>
      {(found) => (
        <DayBoard
          overview={dayOverview(found, today, zone)}
          zone={zone}
          today={today}
          links={
            <>
              {destinationsFor(isOwner ? 'owner' : 'dispatcher')
                .filter(({ to }) => to !== '/')
                .map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              <li>
                <Link to="/print/day" search={{ date: today }}>
                  Print the day
                </Link>
              </li>
            </>
          }
          renderTechnician={(id, name) => (
            <Link to="/technicians/$id" params={{ id }}>
              {name}
            </Link>
          )}
        />
      )}
    </Loaded>
  );
}
