import { Button } from '@mantine/core';
import { dialled } from '@muster/domain/work/contacts/rules';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, api } from '../api/api.ts';
import { keyed } from '../api/command.ts';
import { useCommand } from './form/use-command.ts';

/** How long calls are kept, and what a number opens: every page of the office asks for it, and it hardly ever changes. */
export const callSettingsQuery = {
  queryKey: ['call settings'],
  queryFn: async () => (await answer(api.GET('/services/calls/api/v1/call-settings'))).row,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { tables: ['call_settings', 'call_services'] },
};

/** What rings a number: the phone of the computer, or its SIP program. */
function useRingAddress(): (number: string) => string {
  const { data } = useQuery(callSettingsQuery);
  return (number) => `${data?.ring_with ?? 'tel'}:${dialled(number)}`;
}

/** A number to ring. */
export function PhoneLink({ number }: { number: string }) {
  const addressOf = useRingAddress();
  return <a href={addressOf(number)}>{number}</a>;
}

export function RingButton({ number, children }: { number: string; children: ReactNode }) {
  const addressOf = useRingAddress();
  return (
    <Button component="a" size="compact-xs" variant="light" href={addressOf(number)}>
      {children}
    </Button>
  );
}

/** Rings the phone in the office, and then the number, where something is connected that can: after it has been asked for twice. */
export function useRinging(
  number: string,
): { office: string; isRunning: boolean; ring: () => void } | undefined {
  const { data } = useQuery(callSettingsQuery);
  const { decide, isRunning } = useCommand();
  if (!data || data.office_phone === '') return undefined;
  const ring = () =>
    void decide({
      what: ['ring', number],
      send: (key) =>
        answer(api.POST('/services/calls/api/v1/rings', { params: keyed(key), body: { number } })),
      done: 'Your office phone rings. Pick it up, then we ring them.',
    });
  return { office: data.office_phone, isRunning, ring };
}
