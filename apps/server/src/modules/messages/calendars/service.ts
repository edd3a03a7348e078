import { calendarText } from '@muster/domain/messages/calendars/icalendar';
import { feedPeriod, visitEvent } from '@muster/domain/messages/calendars/rules';
import { dateAt, startOfDay } from '@muster/domain/values/local-time';
import { minuteAt, dateOf, MINUTE_MS } from '@muster/domain/values/minutes';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db } from '../../../platform/db/executor.ts';
import { type FeedSecret, openFeed } from '../calendar-feeds/service.ts';
import { listFeedVisits, readOwner } from './store.ts';

export interface WrittenCalendar {
  readonly text: string;
  /** Since when it is so at the latest: the last change of the business, or the beginning of the day, which moves the period. */
  readonly since: Date;
}

/** The calendar of a feed as it is now; undefined where whoever made it may not have it any more. */
export async function writeCalendar(
  db: Db,
  { account, id }: FeedSecret,
  { now, address }: { now: number; address: string },
): Promise<WrittenCalendar | undefined> {
  return withAccount(db, account, async (db) => {
    const feed = await openFeed(db, id);
    if (!feed) return undefined;
    const { technician, role } = feed;
    const owner = await readOwner(db, technician);
    const minute = minuteAt(now);
    const { from, to } = feedPeriod(minute, owner.zone, role);
    const visits = await listFeedVisits(db, technician, {
      from: dateOf(from),
      now: new Date(now),
      to: dateOf(to),
    });
    const midnight = startOfDay(dateAt(minute, owner.zone), owner.zone) * MINUTE_MS;
    return {
      text: calendarText({
        name: owner.technician === null ? owner.business : `${owner.technician} · ${owner.business}`,
        zone: owner.zone,
        events: visits.map((visit) => visitEvent(visit, address, technician === null)),
      }),
      since: new Date(Math.max(midnight, owner.changed_at?.getTime() ?? 0)),
    };
  });
}
