import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouteContext, useSearch } from '@tanstack/react-router';
import { enquiryQuery } from '../../features/office/api.ts';
import type { Enquiry } from '../../features/office/api.ts';
import { DueForm } from '../../features/office/components/due-form.tsx';
import { Due } from '../../features/office/components/due.tsx';
import { Duplicates } from '../../features/office/components/duplicates.tsx';
import { Facts } from '../../features/office/components/facts.tsx';
import { HistoryList } from '../../features/office/components/history-list.tsx';
import { Invitation } from '../../features/office/components/invitation.tsx';
import { Moves } from '../../features/office/components/moves.tsx';
import { NoteForm } from '../../features/office/components/note-form.tsx';
import { OwnerField } from '../../features/office/components/owner-field.tsx';
import { StateBadge } from '../../features/office/components/state-badge.tsx';
import { mailLink } from '../../features/office/model/mail-link.ts';
import { isGone } from '../../lib/api.ts';
import { DrawerSection } from '../../lib/kit/drawer/drawer-section.tsx';
import { RecordDrawer } from '../../lib/kit/drawer/record-drawer.tsx';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { readPageSettings } from '../../lib/page-settings.ts';
import { Loaded } from '../shell/loaded.tsx';
import { NavIcon } from '../shell/nav-icon.tsx';

export function EnquiryPage() {
  const { id } = useParams({ from: '/signed-in/office/office/enquiries/$id' });
  const search = useSearch({ from: '/signed-in/office/office' });
  const navigate = useNavigate();
  const enquiry = useQuery(enquiryQuery(id));
  const close = () => void navigate({ to: '/office', search, resetScroll: false });
  if (enquiry.data) return <Opened key={id} enquiry={enquiry.data} onClose={close} />;
  const isMissing = enquiry.error !== null && isGone(enquiry.error);
  return (
    <RecordDrawer key={id} title="Enquiry" isWide isOver onClose={close}>
      {isMissing ? (
        <EmptyList
          title="Enquiry not found"
          text="The link may be incomplete."
          action={<Button onClick={close}>See all enquiries</Button>}
        />
      ) : (
        <Loaded query={enquiry} what="This enquiry" skeleton={<RowSkeleton rows={8} height={36} />}>
          {() => null}
        </Loaded>
      )}
    </RecordDrawer>
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
            Write a mail
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
          <HistoryList history={enquiry.history} />
        </Stack>
      </DrawerSection>
    </RecordDrawer>
  );
}
