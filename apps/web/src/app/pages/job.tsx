import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { JobDrawer } from './job-drawer.tsx';

export function JobPage() {
  const { number } = useParams({ from: '/signed-in/account/dispatch/jobs/$number' });
  const search = useSearch({ from: '/signed-in/account/dispatch/jobs' });
  const navigate = useNavigate();
  return (
    <JobDrawer given={number} onClose={() => void navigate({ to: '/jobs', search, resetScroll: false })} />
  );
}
