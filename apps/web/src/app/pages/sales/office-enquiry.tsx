import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate, useParams, useRouteContext, useSearch } from '@tanstack/react-router';
import { ChangeList } from '../../../features/basics/changes/components/change-list.tsx';
import { OfficeStanding } from '../../../features/identity/billing/components/office-standing.tsx';
import { enquiryQuery, staffQuery } from '../../../features/sales/office/api.ts';
import type { Enquiry } from '../../../features/sales/office/api.ts';
import { DueForm } from '../../../features/sales/office/components/due-form.tsx';
import { Due } from '../../../features/sales/office/components/due.tsx';
import { Duplicates } from '../../../features/sales/office/components/duplicates.tsx';
import { Facts } from '../../../features/sales/office/components/enquiry-facts.tsx';
import { Invitation } from '../../../features/sales/office/components/invitation.tsx';
import { Moves } from '../../../features/sales/office/components/moves.tsx';
import { NoteForm } from '../../../features/sales/office/components/note-form.tsx';
import { OwnerField } from '../../../features/sales/office/components/owner-field.tsx';
import { StateBadge } from '../../../features/sales/office/components/state-badge.tsx';
import { mailLink } from '../../../features/sales/office/model/mail-link.ts';
import { dateAt } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { OFFICE_ZONE } from '@muster/domain/values/office-time';
import { useQuery } from '@tanstack/react-query';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import { useNow } from '../../../lib/page/use-now.ts';
import { isCharged, readPageSettings } from '../../../lib/page/page-settings.ts';
import { NavIcon } from '../../shell/nav-icon.tsx';
import { OpenRecord } from '../../shell/records.tsx';

export function EnquiryPage() {
  const { id } = useParams({ from: '/signed-in/office/office/enquiries/$id' });
  const search = useSearch({ from: '/signed-in/office/office' });
  const navigate = useNavigate();
  const close = () => void navigate({ to: '/office', search, resetScroll: false });
  return (
    <OpenRecord
      key={id}
      query={enquiryQuery(id)}
      thing="enquiry"
      missingTitle="Enquiry"
      isWide
      isOver
      onClose={close}
    >
      {(enquiry) => <Opened enquiry={enquiry} onClose={close} />}
    </OpenRecord>
  );
}

function Opened({ enquiry, onClose }: { enquiry: Enquiry; onClose: () => void }) {
  const { session } = useRouteContext({ from: '/signed-in' });
  const { brand } = readPageSettings();
  return (
    <RecordDrawer
      title={
        <>
          <span className="record-drawer__name" title={enquiry.name}>
            {enquiry.name}
          </span>
          <StateBadge state={enquiry.state} />
        </>
      }
      isWide
      isOver
      onClose={onClose}
    >
      <Stack gap="xs" py="sm">
        <Group gap="sm">
          <Text span size="sm" c="dimmed">
            {enquiry.reference}
          </Text>
          <Due enquiry={enquiry} />
        </Group>
        <Moves enquiry={enquiry}>
          <Button component="a" href={mailLink(enquiry, brand)} leftSection={<NavIcon name="mail" />}>
            Write an email
          </Button>
        </Moves>
      </Stack>
      <DrawerSection title="Follow-up">
        <Stack gap="sm">
          <OwnerField enquiry={enquiry} me={session.user.id} />
          <DueForm enquiry={enquiry} />
        </Stack>
      </DrawerSection>
      {enquiry.account && (
        <DrawerSection title="Account">
          <Invitation enquiry={enquiry} />
          {isCharged() && <OfficeStanding enquiry={enquiry.id} />}
        </DrawerSection>
      )}
      {enquiry.duplicates.length > 0 && (
        <DrawerSection title="Possible duplicates">
          <Duplicates enquiry={enquiry} />
        </DrawerSection>
      )}
      <DrawerSection title="Enquiry">
        <Facts enquiry={enquiry} />
      </DrawerSection>
      <DrawerSection title="Notes and history">
        <Stack gap="lg">
          <NoteForm enquiry={enquiry} />
          <History enquiry={enquiry} />
        </Stack>
      </DrawerSection>
    </RecordDrawer>
  );
}

/** What was done about it, by the clocks of the office. */
function History({ enquiry: { id, owner } }: { enquiry: Enquiry }) {
  const staff = useQuery(staffQuery).data ?? [];
  // Former staff still own what they followed up.
  const people = owner ? [...staff, owner] : staff;
  const nameOf = (id: string) => people.find((one) => one.id === id)?.name;
  return (
    <ChangeList
      filters={{ subject: id }}
      words={{ zone: OFFICE_ZONE, nameOf, hasHistory: false }}
      today={dateAt(minuteAt(useNow()), OFFICE_ZONE)}
      empty="No changes since this enquiry was received."
    />
  );
}
