import type { Session } from '../../features/accounts/api.ts';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import { NavIcon } from '../shell/nav-icon.tsx';

/** The first page of dispatchers and technicians. */
export function CrewStart({ role }: { role: Session['user']['role'] }) {
  const icon = <NavIcon name="board" />;
  return role === 'technician' ? (
    <EmptyList
      icon={icon}
      title="Your day will be here"
      text="You will see your visits in order, the way to each, and what to bring. We are still building this part, so you have nothing to do yet."
    />
  ) : (
    <EmptyList
      icon={icon}
      title="The board will be here"
      text="You will see who goes where and when, on one screen, with every change as it happens. We are still building this part, so you have nothing to do yet."
    />
  );
}
