import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Enquiry } from '../api.ts';
import { officeMoment } from '../model/office-moment.ts';
import { StateBadge } from './state-badge.tsx';

export function Duplicates({ enquiry }: { enquiry: Enquiry }) {
  const { duplicates, more_duplicates: more } = enquiry;
  // Those with the same address come first, so the last one says what the rest have in common.
  const search = duplicates.at(-1)?.same.includes('phone') ? enquiry.phone : enquiry.email;
  return (
    <Stack component="ul" gap="sm" aria-label="Possible duplicates">
      {duplicates.map(({ id, reference, name, state, created_at, same }) => (
        <li key={id}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Anchor
              size="sm"
              truncate
              title={name}
              renderRoot={(props) => (
                <Link to="/office/enquiries/$id" params={{ id }} search={true} preload={false} {...props} />
              )}
            >
              {name}
            </Anchor>
            <StateBadge state={state} />
          </Group>
          <Text size="xs" c="dimmed">
            {reference}, {officeMoment(created_at)}, same {same.join(' and ')}
          </Text>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/office" search={{ view: 'table', search }} {...props} />}
          >
            See {more.toLocaleString('en-AU')} more
          </Anchor>
        </li>
      )}
    </Stack>
  );
}
