import { Badge } from '@mantine/core';
import { absenceNames } from '../model/absence-time.ts';

interface State {
  is_active: boolean;
  archived_at: string | null;
  /** Why they are away just now. */
  away?: 'leave' | 'sick' | 'training' | null;
}

/** Whether somebody can be scheduled just now, in a word. */
export function StateBadge({ is_active, archived_at, away = null }: State) {
  if (archived_at !== null) return <Badge color="grey">Archived</Badge>;
  if (!is_active) return <Badge color="grey">Inactive</Badge>;
  if (away !== null) return <Badge color="amber">Away · {absenceNames[away].toLowerCase()}</Badge>;
  return <Badge color="ok">Active</Badge>;
}
