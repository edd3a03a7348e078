import { MOST_PLAN_DAYS } from '@muster/domain/planning/plan-runs/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { Absence } from '@muster/domain/work/technicians/schema';
import { Anchor } from '@mantine/core';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { teamQuery } from '../../../features/identity/team/api.ts';
import { InviteTechnicians } from '../../../features/identity/team/components/invite-form.tsx';
import { businessQuery } from '../../../features/work/jobs/api.ts';
import { technicianQuery, type TechnicianRecord } from '../../../features/work/technicians/api.ts';
import { RepairOffer, SickOn } from '../../../features/work/technicians/components/sick-today.tsx';
import { StateBadge } from '../../../features/work/technicians/components/state-badge.tsx';
import {
  LicenceRefusal,
  TechnicianActions,
  useTechnicianActions,
} from '../../../features/work/technicians/components/technician-actions.tsx';
import { TechnicianDetail } from '../../../features/work/technicians/components/technician-detail.tsx';
import { type AwayDays, awayAt, daysAhead } from '../../../features/work/technicians/model/absence-time.ts';
import { CrewDot } from '../../../lib/kit/choices/crew-colour.tsx';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import { useNow } from '../../../lib/page/use-now.ts';
import { OpenRecord, RecordTabs } from '../../shell/records.tsx';
import { MoreLicences } from '../identity/more-licences.tsx';
import { TechnicianRate } from '../money/technician-rate.tsx';
import { TechnicianCalendar } from '../messages/technician-calendar.tsx';
import { useBusiness } from './use-business.ts';

interface TechnicianDrawerProps {
  id: string;
  /** The day that is looked at, where that is one ahead; otherwise it is today. */
  date?: LocalDate;
  /** Whether they have begun to work on it, where that is known. */
  hasBegun: boolean;
  /** Whether a repair is being asked for. */
  isAsking: boolean;
  onRepair: (days: AwayDays) => void;
  /** Opens a visit where the technician was opened; without it the page of its job is. */
  onOpenVisit?: (visit: string) => void;
  onClose: () => void;
}

/** Everything about a technician, beside the list or the board that they were opened from. */
export function TechnicianDrawer({ id, ...props }: TechnicianDrawerProps) {
  return (
    <OpenRecord key={id} query={technicianQuery(id)} thing="technician" onClose={props.onClose}>
      {(technician) => <Opened technician={technician} {...props} />}
    </OpenRecord>
  );
}

interface OpenedProps extends Omit<TechnicianDrawerProps, 'id'> {
  technician: TechnicianRecord;
}

function Opened(props: OpenedProps) {
  const { technician, date, hasBegun, isAsking, onRepair, onOpenVisit, onClose } = props;
  const businessWeek = useQuery(businessQuery).data?.working_week ?? [];
  const { zone, today, isOwner, self } = useBusiness();
  const now = useNow();
  const actions = useTechnicianActions(technician);
  const [offered, setOffered] = useState<AwayDays>();
  const { id, name, phone, colour } = technician;
  const day = date === undefined || date < today ? today : date;
  const daysOf = (absence: Absence) => daysAhead(absence, zone, today, MOST_PLAN_DAYS);
  return (
    <RecordDrawer
      title={
        <>
          <CrewDot colour={colour} />
          <span className="record-drawer__name">{name}</span>
          <StateBadge {...technician} away={awayAt(technician.absences, now)} />
        </>
      }
      aside={<TechnicianActions technician={technician} actions={actions} self={self?.id} />}
      onClose={onClose}
    >
      <SickOn
        technician={technician}
        zone={zone}
        today={today}
        day={day}
        hasBegun={hasBegun}
        onAway={() => onRepair({ from: day, to: day })}
      />
      {offered && (
        <RepairOffer
          name={name}
          days={offered}
          isAsking={isAsking}
          onRepair={() => onRepair(offered)}
          onClose={() => setOffered(undefined)}
        />
      )}
      <RecordTabs kind="technicians" id={id} title={name} subtitle={phone}>
        <LicenceRefusal actions={actions} remedy={<MoreLicences isOwner={isOwner} />} />
        <TechnicianDetail
          technician={technician}
          zone={zone}
          today={today}
          canAddSkills={isOwner}
          day={day}
          businessWeek={businessWeek}
          signIn={
            isOwner &&
            technician.user_id === null &&
            technician.is_active && <SignIn technician={technician} />
          }
          renderVisit={(visit) => (
            <>
              {onOpenVisit ? (
                <Anchor component="button" type="button" size="sm" onClick={() => onOpenVisit(visit.id)}>
                  {visit.customer_name}
                </Anchor>
              ) : (
                <Link to="/jobs/$number" params={{ number: jobNumber(visit.job_number) }}>
                  {visit.customer_name}
                </Link>
              )}
              {[visit.suburb, visit.job_type].filter(Boolean).map((words) => ` · ${words}`)}
            </>
          )}
          onAway={(absence) => setOffered(daysOf(absence))}
        />
        <TechnicianRate technician={technician} />
        <TechnicianCalendar id={id} name={name} />
      </RecordTabs>
    </RecordDrawer>
  );
}

/** Where somebody has no sign-in: the way to one, unless they are invited already. */
function SignIn({ technician }: { technician: TechnicianRecord }) {
  const team = useQuery(teamQuery);
  if (!team.data) return null;
  const invitation = team.data.invitations.find(({ technician_id }) => technician_id === technician.id);
  return (
    <DrawerSection title="Sign-in">
      {invitation ? (
        <p>
          Invited as {invitation.email}. <Link to="/team">Send it again</Link>
        </p>
      ) : (
        <InviteTechnicians technicians={[technician]} />
      )}
    </DrawerSection>
  );
}
