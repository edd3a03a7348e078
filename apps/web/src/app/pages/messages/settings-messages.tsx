import { useQuery } from '@tanstack/react-query';
import { textSettingsQuery } from '../../../features/basics/texts/api.ts';
import { MonthCounts } from '../../../features/messages/message-list/components/month-counts.tsx';
import { businessQuery } from '../../../features/work/settings/api.ts';
import { MessageSettings } from '../../../features/work/settings/components/message-settings.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SettingsFrame } from '../work/settings-frame.tsx';

export function MessageSettingsPage() {
  const business = useQuery(businessQuery);
  const texts = useQuery(textSettingsQuery);
  const skeleton = <RowSkeleton rows={8} height={56} />;
  return (
    <SettingsFrame
      title="Customer messages"
      lead="What customers hear about their visits, how and in which words."
    >
      <Loaded query={business} what="the messages" skeleton={skeleton}>
        {(row) => (
          <Loaded query={texts} what="the messages" skeleton={skeleton}>
            {({ row: { part_price, sender } }) => (
              <>
                <MessageSettings business={row} partPrice={part_price} sender={sender} />
                <MonthCounts zone={row.zone} />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </SettingsFrame>
  );
}
