import { MINUTE_MS } from '@muster/domain/values/minutes';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { offeredReasons } from '@muster/domain/work/assignments/rules';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, Ref } from 'react';
import { answer, api } from '../../api/api.ts';

/** Reasons to choose from: what this business gives most, then the usual ones. */
export function useOfferedReasons(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['override-reasons'],
    queryFn: () => answer(api.GET('/services/scheduling/api/v1/override-reasons')),
    staleTime: 5 * MINUTE_MS,
  });
  return data?.reasons ?? offeredReasons([]);
}

interface OverrideReasonProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (reason: string) => void;
  /** A reason that is asked about in another way. */
  without?: string | undefined;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Why a rule is broken: one of the reasons that people here give, or in words of one's own. */
export function OverrideReason({ ref, value, onChange, without, onKeyDown }: OverrideReasonProps) {
  const offered = useOfferedReasons().filter((reason) => reason !== without);
  return (
    <Stack gap={6} flex={1}>
      <TextInput
        ref={ref}
        data-autofocus
        label="Reason for override"
        placeholder="Why it goes here"
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Group gap={6}>
        {offered.map((reason) => (
          <Button
            key={reason}
            size="compact-sm"
            radius="xl"
            fw={500}
            aria-pressed={value === reason}
            variant={value === reason ? 'light' : 'default'}
            color="gray"
            onClick={() => onChange(value === reason ? '' : reason)}
          >
            {reason}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
