import { useQuery } from '@tanstack/react-query';
import { feedSource, feedsQuery } from '../../../features/messages/calendar-feeds/api.ts';
import { CalendarFeeds } from '../../../features/messages/calendar-feeds/components/calendar-feeds.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from '../work/settings-frame.tsx';

export function CalendarSettingsPage() {
  const feeds = useQuery(feedsQuery(null));
  return (
    <SettingsFrame
      title="Calendar feeds"
      lead="See everyone’s visits in your own calendar: Google, Apple, Outlook or any other. To share one technician’s visits, go to their page."
    >
      <Loaded query={feeds} what="the calendar feeds" skeleton={<RowSkeleton rows={2} height={56} />}>
        {(rows) => (
          <CalendarFeeds feeds={rows} source={feedSource(null)} whose="The visits of the whole business" />
        )}
      </Loaded>
    </SettingsFrame>
  );
}
