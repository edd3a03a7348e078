import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { OFFICE_ZONE } from '@muster/domain/values/office-time';
import { useQuery } from '@tanstack/react-query';
import { officeBillingQuery } from '../api.ts';
import { officeWords } from '../model/billing-words.ts';

/** How the account of an enquiry stands with us, for our own people. */
export function OfficeStanding({ enquiry }: { enquiry: string }) {
  const { data, error, refetch, dataUpdatedAt: now } = useQuery(officeBillingQuery(enquiry));
  if (error && data === undefined)
    return (
      <Group gap="sm" mt="sm" role="alert">
        <Text size="sm">We couldn’t load the subscription. {error.message}</Text>
        <Button size="compact-sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Group>
    );
  if (data === undefined) return <Skeleton height={44} mt="sm" />;
  if (data === null) return null;
  const { tone, badge, text } = officeWords(data, { now, zone: OFFICE_ZONE });
  return (
    <Stack gap={4} mt="sm" align="start">
      <Badge color={tone}>{badge}</Badge>
      <Text size="sm">{text}</Text>
    </Stack>
  );
}
