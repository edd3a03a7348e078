import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChangeList } from '../../features/changes/components/change-list.tsx';
import { technicianQuery } from '../../features/technicians/api.ts';
import type { TechnicianRecord } from '../../features/technicians/api.ts';
import { StateBadge } from '../../features/technicians/components/state-badge.tsx';
import {
  LicenceRefusal,
  TechnicianActions,
  useTechnicianActions,
} from '../../features/technicians/components/technician-actions.tsx';
import { TechnicianDetail } from '../../features/technicians/components/technician-detail.tsx';
import { awayAt } from '../../features/technicians/model/absence-time.ts';
import { isGone } from '../../lib/api.ts';
import { CrewDot } from '../../lib/kit/crew-colour.tsx';
import { RecordDrawer } from '../../lib/kit/drawer/record-drawer.tsx';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { useNow } from '../../lib/use-now.ts';
import { Loaded } from '../shell/loaded.tsx';
import { useRemembered } from '../shell/recent.ts';
import { TechnicianCalendar } from './technician-calendar.tsx';
import { MoreLicences } from './more-licences.tsx';
import { useBusiness } from './use-business.ts';
import { useWords } from './use-words.ts';

export function TechnicianPage() {
  const { id } = useParams({ from: '/signed-in/account/dispatch/technicians/$id' });
  const search = useSearch({ from: '/signed-in/account/dispatch/technicians' });
  const navigate = useNavigate();
  const technician = useQuery(technicianQuery(id));
  const close = () => void navigate({ to: '/technicians', search, resetScroll: false });
  if (technician.data) return <Opened key={id} technician={technician.data} onClose={close} />;
  const isMissing = technician.error !== null && isGone(technician.error);
  return (
    <RecordDrawer key={id} title={isMissing ? 'Technician not found' : 'Technician'} onClose={close}>
      {isMissing ? (
        <EmptyList
          title="Technician not found"
          text="The link may be incomplete."
          action={<Button onClick={close}>See all technicians</Button>}
        />
      ) : (
        <Loaded query={technician} what="This technician" skeleton={<RowSkeleton rows={8} height={36} />}>
          {() => null}
        </Loaded>
      )}
    </RecordDrawer>
  );
}

function Opened({ technician, onClose }: { technician: TechnicianRecord; onClose: () => void }) {
  const { zone, today, isOwner } = useBusiness();
  const words = useWords();
  const now = useNow();
  const actions = useTechnicianActions(technician);
  const { id, name, phone } = technician;
  useRemembered({ kind: 'technicians', id, title: name, subtitle: phone });
  return (
    <RecordDrawer
      title={
        <>
          <CrewDot colour={technician.colour} />
          <span className="record-drawer__name">{technician.name}</span>
          <StateBadge {...technician} away={awayAt(technician.absences, now)} />
        </>
      }
      aside={<TechnicianActions technician={technician} actions={actions} />}
      onClose={onClose}
    >
      <Tabs defaultValue="details" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="details">Details</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          <LicenceRefusal actions={actions} remedy={<MoreLicences isOwner={isOwner} />} />
          <TechnicianDetail technician={technician} zone={zone} today={today} canAddSkills={isOwner} />
          <TechnicianCalendar id={technician.id} name={technician.name} />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="xs">
          <ChangeList
            filters={{ subject: technician.id }}
            words={words}
            today={today}
            empty="Nothing has been changed since this technician was added."
          />
        </Tabs.Panel>
      </Tabs>
    </RecordDrawer>
  );
}
