import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouteContext } from '@tanstack/react-router';
import { useId } from 'react';
import type { ReactNode } from 'react';
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
import { keptSearch } from '../../features/office/model/kept-search.ts';
import { mailLink } from '../../features/office/model/mail-link.ts';
import { isGone } from '../../lib/api.ts';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import { readPageSettings } from '../../lib/page-settings.ts';
import { usePage } from '../../lib/page.ts';
import { Loaded } from '../shell/loaded.tsx';
import { NavIcon } from '../shell/nav-icon.tsx';
import { Pending } from '../shell/pending.tsx';
import './office-enquiry.css';

export function EnquiryPage() {
  const { id } = useParams({ from: '/signed-in/office/office/enquiries/$id' });
  const enquiry = useQuery(enquiryQuery(id));
  usePage(enquiry.data ? `${enquiry.data.name}, ${enquiry.data.reference}` : undefined);
  if (enquiry.error && isGone(enquiry.error)) return <Gone />;
  return (
    <Loaded query={enquiry} what="This enquiry" skeleton={<Pending />}>
      {(data) => <View key={id} enquiry={data} />}
    </Loaded>
  );
}

function Gone() {
  usePage('Enquiry not found');
  return (
    <div className="page">
      <EmptyList
        icon={<NavIcon name="office" />}
        title="Enquiry not found"
        text="The link may be incomplete."
        action={
          <Button component="a" href="/office">
            See all enquiries
          </Button>
        }
      />
    </div>
  );
}

function View({ enquiry }: { enquiry: Enquiry }) {
  const { session } = useRouteContext({ from: '/signed-in' });
  const { brand } = readPageSettings();
  return (
    <div className="page enquiry">
      <Stack component="header" gap="xs" className="enquiry__top">
        <Anchor
          size="sm"
          w="max-content"
          renderRoot={(props) => (
            <Link to="/office" search={keptSearch()} activeOptions={{ exact: true }} {...props} />
          )}
        >
          <span aria-hidden>← </span>All enquiries
        </Anchor>
        <Group gap="sm">
          <h1>{enquiry.name}</h1>
          <StateBadge state={enquiry.state} />
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
      <Stack className="enquiry__side">
        <Box title="Follow-up">
          <Stack gap="sm">
            <OwnerField enquiry={enquiry} me={session.user.id} />
            <DueForm enquiry={enquiry} />
          </Stack>
        </Box>
        {enquiry.account && (
          <Box title="Account">
            <Invitation enquiry={enquiry} />
          </Box>
        )}
        {enquiry.duplicates.length > 0 && (
          <Box title="Possible duplicates">
            <Duplicates enquiry={enquiry} />
          </Box>
        )}
      </Stack>
      <Stack className="enquiry__main">
        <Box title="Enquiry">
          <Facts enquiry={enquiry} />
        </Box>
        <Box title="Notes and history">
          <Stack gap="lg">
            <NoteForm enquiry={enquiry} />
            <HistoryList history={enquiry.history} />
          </Stack>
        </Box>
      </Stack>
    </div>
  );
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Text component="h2" id={id} size="md" fw={600} mb="xs">
        {title}
      </Text>
      {children}
    </Paper>
  );
}
