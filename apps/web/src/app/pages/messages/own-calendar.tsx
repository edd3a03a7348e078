import { useQuery } from '@tanstack/react-query';
import { ownFeedsQuery, ownSource } from '../../../features/messages/calendar-feeds/api.ts';
import { CalendarFeeds } from '../../../features/messages/calendar-feeds/components/calendar-feeds.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from '../work/settings-frame.tsx';

/** For technicians, whose calendar feeds are of their own visits alone. */
export function OwnCalendarPage() {
  const feeds = useQuery(ownFeedsQuery);
  return (
    <SettingsFrame
      title="My calendar"
      lead="See your visits in your own calendar: Google, Apple, Outlook or any other."
    >
      <Loaded query={feeds} what="your calendar feeds" skeleton={<RowSkeleton rows={1} height={56} />}>
        {(rows) => <CalendarFeeds feeds={rows} source={ownSource} />}
      </Loaded>
    </SettingsFrame>
  );
}
