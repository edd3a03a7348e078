import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { teamQuery } from '../../../features/identity/team/api.ts';
import { TeamList } from '../../../features/identity/team/components/team-list.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { Loaded } from '../../shell/loaded.tsx';

export function TeamPage() {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  const team = useQuery(teamQuery);
  usePage('Team');
  return (
    <div className="page">
      <h1>Team</h1>
      <p className="page__lead">Everyone who can sign in, and what they can do.</p>
      <Loaded query={team} what="your team" skeleton={<RowSkeleton rows={4} height={56} />}>
        {(found) => <TeamList team={found} userId={user.id} />}
      </Loaded>
    </div>
  );
}
