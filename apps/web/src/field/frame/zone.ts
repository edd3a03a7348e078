import { useField } from '../state.ts';

/** The clocks of the business. */
export function useZone(): string {
  return useField().session?.account?.zone ?? 'UTC';
}
