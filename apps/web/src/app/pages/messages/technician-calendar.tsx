import { useQuery } from '@tanstack/react-query';
import { feedSource, feedsQuery } from '../../../features/messages/calendar-feeds/api.ts';
import { CalendarFeeds } from '../../../features/messages/calendar-feeds/components/calendar-feeds.tsx';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';

/** The visits of one technician, for a calendar program. */
export function TechnicianCalendar({ id, name }: { id: string; name: string }) {
  const feeds = useQuery(feedsQuery(id));
  return (
    <DrawerSection title="Calendar feed">
      <Loaded query={feeds} what="the calendar feeds" skeleton={<RowSkeleton rows={1} height={56} />}>
        {(rows) => <CalendarFeeds feeds={rows} source={feedSource(id)} whose={`${name}’s visits`} />}
      </Loaded>
    </DrawerSection>
  );
}
