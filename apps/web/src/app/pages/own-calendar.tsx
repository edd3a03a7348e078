import { useQuery } from '@tanstack/react-query';
import { ownFeedsQuery, ownSource } from '../../features/calendar-feeds/api.ts';
import { CalendarFeeds } from '../../features/calendar-feeds/components/calendar-feeds.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** For technicians, whose calendar feeds are of their own visits alone. */
export function OwnCalendarPage() {
  const feeds = useQuery(ownFeedsQuery);
  return (
    <SettingsFrame
      title="My calendar"
      lead="Your visits in a calendar of your own: Google, Apple, Outlook or any other."
    >
      <Loaded query={feeds} what="Your calendar feeds" skeleton={<RowSkeleton rows={1} height={56} />}>
        {(rows) => <CalendarFeeds feeds={rows} source={ownSource} />}
      </Loaded>
    </SettingsFrame>
  );
}
