import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { RowItem, Rows } from '../../../../lib/kit/rows/rows.tsx';
import { ShownOnce } from '../../../../lib/kit/shown-once.tsx';
import type { FeedRow, FeedSource } from '../api.ts';
import './calendar-feeds.css';

interface CalendarFeedsProps {
  feeds: readonly FeedRow[];
  source: FeedSource;
  /** Whose visits they are; left out where they are the reader's own. */
  whose?: string;
}

/** The secret addresses of one calendar. */
export function CalendarFeeds({ feeds, source, whose }: CalendarFeedsProps) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [address, setAddress] = useState<string>();

  async function make() {
    const made = await decide({ what: source.queryKey, send: source.make });
    if (!made) return;
    await queryClient.invalidateQueries({ queryKey: source.queryKey });
    if (made.address !== null) setAddress(made.address);
  }

  return (
    <div className="calendar-feeds">
      <Text c="dimmed" size="sm">
        {whose ?? 'Your visits'} in any calendar program: when, what and where, without phone numbers or
        access notes. Anyone with the address can read them, so keep it private. It stops working if your
        sign-in is disabled.
      </Text>
      {address === undefined ? (
        <div>
          <ActionButton busy={isRunning} onClick={() => void make()}>
            Create address
          </ActionButton>
        </div>
      ) : (
        <ShownOnce
          title="Calendar address"
          secret={address}
          text="Subscribe to it in your calendar program (“add from URL”)."
          link={{ href: address.replace(/^https?:/, 'webcal:'), label: 'Open in my calendar' }}
          onDone={() => setAddress(undefined)}
        />
      )}
      {feeds.length > 0 && (
        <Rows label="Calendar feeds">
          {feeds.map((feed) => (
            <FeedEntry key={feed.id} feed={feed} source={source} isOwn={whose === undefined} />
          ))}
        </Rows>
      )}
    </div>
  );
}

function FeedEntry({ feed, source, isOwn }: { feed: FeedRow; source: FeedSource; isOwn: boolean }) {
  const { id, created_at, created_by_name, last_read_at } = feed;
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [isAsked, setAsked] = useState(false);
  const made = moment(created_at);

  async function revoke() {
    const done = 'The address is revoked. Calendars can no longer read it.';
    await decide({ what: id, send: (key) => source.revoke(id, key), done });
    await queryClient.invalidateQueries({ queryKey: source.queryKey });
  }

  return (
    <RowItem
      title={`Created ${made}`}
      about={
        <>
          {last_read_at === null ? 'Never read' : `Last read ${moment(last_read_at)}`}
          {!isOwn && ` · created by ${created_by_name}`}
        </>
      }
      aside={
        isAsked ? (
          <>
            <ActionButton
              color="danger"
              variant="filled"
              busy={isRunning}
              whenReadOnly
              onClick={() => void revoke()}
            >
              Revoke permanently
            </ActionButton>
            <ActionButton variant="subtle" onClick={() => setAsked(false)}>
              Keep it
            </ActionButton>
          </>
        ) : (
          <ActionButton aria-label={`Revoke the one created ${made}`} onClick={() => setAsked(true)}>
            Revoke
          </ActionButton>
        )
      }
    />
  );
}
