import { Alert, List } from '@mantine/core';
import type { DuplicateQuery } from '@muster/domain/customers/schema';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Duplicate, duplicatesQuery } from '../api.ts';

const pauseMs = 300;

/** Customers who may be the one that is being typed. It only says so: whoever types knows better. */
export function Duplicates({ typed }: { typed: DuplicateQuery }) {
  const [asked] = useDebouncedValue(JSON.stringify(typed), pauseMs);
  const query = duplicatesQuery(JSON.parse(asked) as DuplicateQuery);
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData });
  const found = query.enabled ? (data ?? []) : [];
  return (
    <output>
      {found.length > 0 && (
        <Alert
          color="attention"
          mt="sm"
          title={found.length === 1 ? 'Is it this customer?' : 'Is it one of these?'}
        >
          <List size="sm" listStyleType="none">
            {found.map((duplicate) => (
              <List.Item key={duplicate.id}>
                {/* In a tab of its own: what is typed here stays. */}
                <Link to="/customers/$id" params={{ id: duplicate.id }} target="_blank">
                  {duplicate.name}
                </Link>{' '}
                {reasonsOf(duplicate)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </output>
  );
}

function reasonsOf({ reasons, contact, suburb, archived_at }: Duplicate): string {
  const same = new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(reasons);
  return [
    suburb,
    `same ${same}${contact === null ? '' : ` (contact ${contact})`}`,
    archived_at === null ? '' : 'archived',
  ]
    .filter(Boolean)
    .join(' · ');
}
