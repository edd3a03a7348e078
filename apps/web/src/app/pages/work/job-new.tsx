import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { NewJob } from '../../../features/work/jobs/components/new-job.tsx';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import { useBusiness } from './use-business.ts';

export function NewJobPage() {
  const search = useSearch({ from: '/signed-in/account/dispatch/jobs' });
  const navigate = useNavigate();
  const { zone } = useBusiness();
  const isPast = useLocation({ select: ({ hash }) => hash === 'past' });
  const phone = useLocation({ select: ({ state }) => state.phone });
  const close = () => void navigate({ to: '/jobs', search, resetScroll: false });
  return (
    <RecordDrawer isWide title="New job" onClose={close}>
      <NewJob
        customer={search.customer}
        phone={phone}
        type={search.type}
        zone={zone}
        isPast={isPast}
        onAdded={(number) =>
          void navigate({ to: '/jobs/$number', params: { number }, search, replace: true })
        }
        onCancel={close}
      />
    </RecordDrawer>
  );
}
