import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { techniciansQuery } from '../../../features/work/technicians/api.ts';
import type { TechnicianRow } from '../../../features/work/technicians/api.ts';
import { BulkActions } from '../../../features/work/technicians/components/bulk-actions.tsx';
import { NewTechnician } from '../../../features/work/technicians/components/new-technician.tsx';
import { TechnicianFilters } from '../../../features/work/technicians/components/technician-filters.tsx';
import {
  TechnicianCard,
  technicianColumns,
} from '../../../features/work/technicians/components/technician-list.tsx';
import { countFilters, noFilters } from '../../../features/work/technicians/model/technician-search.ts';
import { useSkills } from '../../../lib/kit/choices/use-skills.ts';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import { RecordsPage } from '../../shell/records.tsx';
import { MoreLicences } from '../identity/more-licences.tsx';
import { useRepair } from '../../../features/planning/plan-runs/components/use-repair.ts';
import { TechnicianDrawer } from './technician-drawer.tsx';
import { useBusiness } from './use-business.ts';

const list = '/signed-in/account/dispatch/technicians';

export function TechniciansPage() {
  const search = useSearch({ from: list });
  const { id } = useParams({ strict: false });
  const { today } = useBusiness();
  const { nameOf } = useSkills();
  const skillsOf = ({ skills }: TechnicianRow) => skills.map(nameOf).join(', ');
  return (
    <RecordsPage
      kind="technicians"
      icon="technician"
      about="Technicians are the people you schedule: what they can do, when they work and where they start. Each active one uses a licence."
      query={techniciansQuery(search)}
      search={search}
      usualSort="name"
      filterCount={countFilters(search)}
      noFilters={noFilters}
      Filters={TechnicianFilters}
      columns={technicianColumns(skillsOf, today)}
      nameOf={({ name }) => name}
      renderCard={(row) => <TechnicianCard row={row} skills={skillsOf(row)} today={today} />}
      open={id}
      Bulk={BulkActions}
    />
  );
}

function useClose() {
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  return () => void navigate({ to: '/technicians', search, resetScroll: false });
}

export function TechnicianPage() {
  const { id } = useParams({ from: `${list}/$id` });
  const close = useClose();
  const navigate = useNavigate();
  const { isAsking, ask } = useRepair(
    (plan, { from, to }) =>
      void navigate({ to: '/', search: { date: from, plan, ...(from !== to && { view: 'week' as const }) } }),
  );
  return <TechnicianDrawer id={id} hasBegun={false} isAsking={isAsking} onRepair={ask} onClose={close} />;
}

export function NewTechnicianPage() {
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  const close = useClose();
  const { isOwner, self } = useBusiness();
  return (
    <RecordDrawer title="New technician" onClose={close}>
      <NewTechnician
        canAddSkills={isOwner}
        self={self?.name}
        remedy={<MoreLicences isOwner={isOwner} />}
        onAdded={(id) => void navigate({ to: '/technicians/$id', params: { id }, search, replace: true })}
        onCancel={close}
      />
    </RecordDrawer>
  );
}
