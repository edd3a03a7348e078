import { useNavigate, useSearch } from '@tanstack/react-router';
import { NewTechnician } from '../../features/technicians/components/new-technician.tsx';
import { RecordDrawer } from '../../lib/kit/drawer/record-drawer.tsx';
import { MoreLicences } from './more-licences.tsx';
import { useBusiness } from './use-business.ts';

export function NewTechnicianPage() {
  const search = useSearch({ from: '/signed-in/account/dispatch/technicians' });
  const navigate = useNavigate();
  const { isOwner } = useBusiness();
  const close = () => void navigate({ to: '/technicians', search, resetScroll: false });
  return (
    <RecordDrawer title="New technician" onClose={close}>
      <NewTechnician
        canAddSkills={isOwner}
        remedy={<MoreLicences isOwner={isOwner} />}
        onAdded={(id) => void navigate({ to: '/technicians/$id', params: { id }, search, replace: true })}
        onCancel={close}
      />
    </RecordDrawer>
  );
}
