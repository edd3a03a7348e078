import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { DuplicateQuery } from '@muster/domain/work/customers/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { duplicatesQuery, reasonsOf } from '../../choices/customers.ts';

interface KnownCustomersProps {
  /** What was typed of somebody new. */
  typed: DuplicateQuery;
  /** Takes one of them instead. Without it they are only shown, archived ones too: whoever types knows better. */
  onUse?: (customer: { id: string; name: string }) => void;
}

const pauseMs = 250;

/** Customers who may be the one that is being typed, to take instead or to look at. */
export function KnownCustomers({ typed, onUse }: KnownCustomersProps) {
  const [asked] = useDebouncedValue(JSON.stringify(typed), pauseMs);
  const query = duplicatesQuery(JSON.parse(asked) as DuplicateQuery);
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData });
  const found = query.enabled
    ? (data ?? []).filter(({ archived_at }) => onUse === undefined || archived_at === null)
    : [];
  return (
    <output>
      {found.length > 0 && (
        <Alert
          color="attention"
          title={found.length === 1 ? 'Is it this customer?' : 'Is it one of these customers?'}
        >
          <Stack gap="xs">
            {found.map((one) => (
              <Text key={one.id} size="sm" component="div">
                {onUse ? (
                  <Button size="compact-sm" variant="default" mr="xs" onClick={() => onUse(one)}>
                    Use {one.name}
                  </Button>
                ) : (
                  // In a tab of its own: what is typed here stays.
                  <Link to="/customers/$id" params={{ id: one.id }} target="_blank">
                    {one.name}
                  </Link>
                )}{' '}
                {reasonsOf(one)}
              </Text>
            ))}
          </Stack>
        </Alert>
      )}
    </output>
  );
}
