import type { LocalDate } from '@muster/domain/values/local-time';
import { dateAt } from '@muster/domain/values/local-time';
import { isPermitted } from '@muster/domain/values/role';
import { minuteAt } from '@muster/domain/values/minutes';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { Words } from '../../../lib/changes/words/field-words.ts';
import { skillsQuery } from '../../../lib/choices/skills.ts';
import { useCrew } from '../../../lib/kit/choices/use-crew.ts';
import { useNow } from '../../../lib/page/use-now.ts';

interface Business {
  zone: string;
  /** What day it is there. */
  today: LocalDate;
  isOwner: boolean;
  /** Whether they plan the work; a bookkeeper reads what was done. */
  isPlanner: boolean;
  /** The owner who looks, as long as they are no technician themselves. */
  self: { id: string; name: string } | undefined;
}

/** What every page of a business wants to know of it. */
export function useBusiness(): Business {
  const { user, account } = useRouteContext({ from: '/signed-in' }).session;
  const zone = account?.zone ?? 'Australia/Sydney';
  const today = dateAt(minuteAt(useNow()), zone);
  const isOwner = user.role === 'owner';
  const isPlanner = isPermitted(['owner', 'dispatcher'], user);
  const self = { id: user.id, name: `${user.first_name} ${user.last_name}` };
  return { zone, today, isOwner, isPlanner, self: isOwner && user.technician_id === null ? self : undefined };
}

/** The names that a history needs for what a change refers to. */
export function useWords(): Words {
  const { zone, isPlanner } = useBusiness();
  const skills = useQuery(skillsQuery).data ?? [];
  const { crew } = useCrew(isPlanner);
  return {
    zone,
    hasHistory: isPlanner,
    nameOf: (id) => [...skills, ...crew].find((one) => one.id === id)?.name,
  };
}
