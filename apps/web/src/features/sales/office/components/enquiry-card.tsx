import { Avatar, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { EnquiryRow } from '../api.ts';
import { licences } from '../model/state-words.ts';
import type { OfficeSearch } from '../model/office-search.ts';
import { Due } from './due.tsx';
import './enquiry-card.css';

interface EnquiryCardProps {
  enquiry: EnquiryRow;
  search: OfficeSearch;
  /** Its drawer is open. */
  isOpen: boolean;
}

/** In the pipeline, where the column says the state. */
export function EnquiryCard({ enquiry, search, isOpen }: EnquiryCardProps) {
  const { id, name, industry, licenses_required, owner, overdue } = enquiry;
  return (
    <Paper
      withBorder
      className="enquiry-card"
      mod={{ overdue }}
      data-open={isOpen || undefined}
      renderRoot={(props) => (
        <Link
          to="/office/enquiries/$id"
          params={{ id }}
          search={search}
          preload={false}
          resetScroll={false}
          draggable={false}
          data-enquiry={id}
          {...props}
        />
      )}
    >
      <Text component="span" display="block" fw={600} truncate title={name}>
        {name}
      </Text>
      <Text component="span" display="block" size="xs" c="dimmed" truncate title={industry}>
        {industry}
      </Text>
      <Group component="span" justify="space-between" gap={4} wrap="nowrap">
        <Text component="span" size="xs" c="dimmed" flex="none">
          {licences(licenses_required)}
        </Text>
        <Owner name={owner?.name} />
      </Group>
      <Group component="span" gap={4}>
        <Due enquiry={enquiry} />
      </Group>
    </Paper>
  );
}

function Owner({ name }: { name: string | undefined }) {
  if (name === undefined) {
    return (
      <Text component="span" size="xs" c="dimmed" truncate title="No owner">
        No owner
      </Text>
    );
  }
  return (
    <span title={name}>
      <VisuallyHidden>Owner: {name}</VisuallyHidden>
      <Avatar component="span" name={name} color="primary" size={20} aria-hidden />
    </span>
  );
}
