import type { Proposal } from '@muster/domain/proposals/schema';
import { daysInWords } from './ways.ts';

type Heard = Pick<Proposal, 'from' | 'to' | 'state' | 'counts' | 'decided_by'>;

/** What a colleague has decided about a proposal, by name. What was planned again is told by the newer proposal. */
export function heardOf(proposal: Heard): string | undefined {
  const { state, counts, decided_by } = proposal;
  const who = decided_by === null ? 'Somebody' : decided_by.name || 'A program';
  const what = `the proposal for ${daysInWords(proposal)}`;
  if (state === 'superseded') return undefined;
  if (state === 'rejected') return `${who} rejected ${what}.`;
  if (state === 'accepted') return `${who} accepted ${what}.`;
  return `${who} accepted ${what} in part: ${counts.accepted} of its visits are planned.`;
}
