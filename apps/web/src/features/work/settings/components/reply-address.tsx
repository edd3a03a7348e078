import { Group, Text } from '@mantine/core';
import { notify } from '@muster/ui/toast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createAttempts } from '../../../../lib/api/attempt.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import type { Business } from '../api.ts';
import { businessQuery, confirmEmail, sendConfirmation } from '../api.ts';

/** Whether replies of customers arrive, and what to do where they do not. */
export function ReplyAddress({ business: { email, verified_email } }: { business: Business }) {
  const send = useMutation({
    mutationFn: sendConfirmation,
    onSuccess: () => notify({ level: 'info', text: `We’ve sent a link to ${email}. Open it to confirm.` }),
    onError: ({ message }) => notify({ level: 'error', text: message }),
  });
  if (email === '') return null;
  if (email === verified_email)
    return (
      <Text size="sm" c="dimmed">
        {email} is confirmed. Replies go there.
      </Text>
    );
  return (
    <Group gap="xs">
      <Text size="sm" c="attention">
        {email} isn’t confirmed yet, so customers can’t reply by email.
      </Text>
      <ActionButton size="xs" busy={send.isPending} onClick={() => send.mutate()}>
        Send a confirmation email
      </ActionButton>
    </Group>
  );
}

/** Confirms the address by the link that somebody has opened. */
export function useConfirmation(token: string | undefined, onDone: () => void): void {
  const queryClient = useQueryClient();
  const [attempts] = useState(() => createAttempts());
  const { mutate } = useMutation({
    mutationFn: (token: string) => confirmEmail(token, attempts.keyFor(token)),
    onSuccess: ({ row }) => {
      queryClient.setQueryData(businessQuery.queryKey, row);
      notify({ level: 'success', text: `${row.email} is confirmed. Customers’ replies go there.` });
    },
    onError: ({ message }) => notify({ level: 'error', text: message }),
    onSettled: onDone,
  });
  useEffect(() => {
    if (token !== undefined) mutate(token);
  }, [token, mutate]);
}
