import { Group, Menu, Text } from '@mantine/core';
import { notify } from '@muster/ui/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentScenario } from '../../../../lib/board/scenario.ts';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { MoreMenu } from '../../../../lib/kit/more-menu.tsx';
import { linkToPage, pagesQuery, revokePage } from '../api.ts';

interface CustomerPageLineProps {
  visit: { id: string; job_id: string };
  /** As in J-1042/2. */
  number: string;
  /** Of the business. */
  zone: string;
}

/** What the customer has of a visit: a page of their own, by a link that is handed on, looked at and revoked here. */
export function CustomerPageLine({ visit, number, zone }: CustomerPageLineProps) {
  const { decide, isRunning } = useCommand();
  const queryClient = useQueryClient();
  const query = pagesQuery(visit.job_id);
  const { data } = useQuery({ ...query, enabled: currentScenario() === null });
  const [isAsked, setAsked] = useState(false);
  if (!data) return null;
  const page = data.find(({ visit_id }) => visit_id === visit.id);
  const isOpen = page !== undefined && page.revoked_at === null;

  async function address(): Promise<string | undefined> {
    const made = await decide({
      what: [visit.id, page?.id, page?.revoked_at],
      send: (key) => linkToPage(visit.id, key),
    });
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
    return made?.address;
  }

  async function copy() {
    const link = await address();
    if (link === undefined) return;
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    notify(
      isCopied
        ? { level: 'success', text: 'Link copied. Anyone who has it can answer for the customer.' }
        : { level: 'info', text: `Your browser didn’t allow copying. The link is ${link}` },
    );
  }

  async function open() {
    // Opened before the address is known, because browsers only let a press open a window.
    const tab = window.open('about:blank');
    const link = await address();
    if (link === undefined) tab?.close();
    else if (tab) tab.location.assign(link);
    else window.location.assign(link);
  }

  async function revoke() {
    const done = 'The link is revoked. The page can’t be opened with it any more.';
    await decide({ what: [visit.id, page?.id, 'revoke'], send: (key) => revokePage(visit.id, key), done });
    setAsked(false);
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
  }

  if (isAsked)
    return (
      <Group gap="xs">
        <Text>Revoke the link? The customer can’t open the page with it any more.</Text>
        <ActionButton
          color="danger"
          variant="filled"
          size="compact-sm"
          busy={isRunning}
          whenReadOnly
          onClick={() => void revoke()}
        >
          Revoke
        </ActionButton>
        <ActionButton variant="subtle" size="compact-sm" onClick={() => setAsked(false)}>
          Keep it
        </ActionButton>
      </Group>
    );
  return (
    <Group gap="xs">
      <Text c="dimmed">{words(page, zone)}</Text>
      <ActionButton
        size="compact-sm"
        busy={isRunning}
        aria-label={`Copy link to the customer’s page of ${number}`}
        onClick={() => void copy()}
      >
        Copy link
      </ActionButton>
      <MoreMenu label={`More about the customer’s page of ${number}`}>
        <Menu.Item onClick={() => void open()}>Open as the customer sees it</Menu.Item>
        {isOpen && (
          <Menu.Item color="danger" onClick={() => setAsked(true)}>
            Revoke link…
          </Menu.Item>
        )}
      </MoreMenu>
    </Group>
  );
}

function words(
  page: { revoked_at: string | null; first_read_at: string | null } | undefined,
  zone: string,
): string {
  if (page === undefined) return 'Customer’s page';
  if (page.revoked_at !== null) return 'Customer’s page: link revoked';
  return page.first_read_at === null
    ? 'Customer’s page: not opened yet'
    : `Customer’s page: opened ${moment(page.first_read_at, zone)}`;
}
