import { EmptyState } from '@muster/ui/empty';
import type { Session } from '../../features/accounts/api.ts';
import { NavIcon } from '../shell/nav-icon.tsx';

/** For those who work with the plan, and do not pay for it. */
export function CrewStart({ role }: { role: Session['user']['role'] }) {
  const icon = <NavIcon name="board" />;
  return role === 'technician' ? (
    <EmptyState
      icon={icon}
      title="Your day will be here"
      text="Your visits in their order, the way to each, and what to bring. This part is still being built; there is nothing for you to do yet."
    />
  ) : (
    <EmptyState
      icon={icon}
      title="The board will be here"
      text="Who goes where and when, on one screen, and every change as it happens. This part is still being built; there is nothing for you to do yet."
    />
  );
}
