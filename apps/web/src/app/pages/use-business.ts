import { dateAt, type LocalDate } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { useRouteContext } from '@tanstack/react-router';
import { useNow } from '../../lib/use-now.ts';

interface Business {
  zone: string;
  /** What day it is there. */
  today: LocalDate;
  isOwner: boolean;
}

/** What every page of a business wants to know of it. */
export function useBusiness(): Business {
  const { user, account } = useRouteContext({ from: '/signed-in' }).session;
  const zone = account?.zone ?? 'Australia/Sydney';
  const today = dateAt(Math.floor(useNow() / 60_000) as EpochMinutes, zone);
  return { zone, today, isOwner: user.role === 'owner' };
}
