import { useQuery } from '@tanstack/react-query';
import { feedSource, feedsQuery } from '../../features/calendar-feeds/api.ts';
import { CalendarFeeds } from '../../features/calendar-feeds/components/calendar-feeds.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { SettingsFrame } from './settings-frame.tsx';

export function CalendarSettingsPage() {
  const feeds = useQuery(feedsQuery(null));
  return (
    <SettingsFrame
      title="Calendar feeds"
      lead="Everybody’s visits in a calendar of your own: Google, Apple, Outlook or any other. Those of one technician are shared from the technician’s page."
    >
      <Loaded query={feeds} what="The calendar feeds" skeleton={<RowSkeleton rows={2} height={56} />}>
        {(rows) => (
          <CalendarFeeds feeds={rows} source={feedSource(null)} whose="The visits of the whole business" />
        )}
      </Loaded>
    </SettingsFrame>
  );
}
