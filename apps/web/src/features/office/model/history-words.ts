import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import type { HistoryEntry } from '../api.ts';
import { officeMoment } from './office-moment.ts';
import { stateNames } from './state-words.ts';

type Detail = HistoryEntry['detail'];

const words: Record<HistoryEntry['kind'], (detail: Detail) => string> = {
  created: ({ to }) => (to === 'spam' ? 'Received and marked as spam' : 'Received'),
  state: ({ from, to, due_at }) =>
    `${named(from)} → ${named(to)}${due_at ? `, due ${officeMoment(due_at)}` : ''}`,
  note: () => 'Note',
  owner: ({ owner }) => (owner ? `Assigned to ${owner}` : 'Owner removed'),
  due: ({ due_at }) => (due_at ? `Due time changed to ${officeMoment(due_at)}` : 'Due time removed'),
  provisioned: ({ licences: count = 0, email }) =>
    `Account opened with ${licences(count)}, and ${email} invited as its owner`,
  invited: ({ email }) => `${email} invited`,
};

/** What happened, in a few words. The text of a note or a reason is shown below them. */
export function historyWords({ kind, detail }: Pick<HistoryEntry, 'kind' | 'detail'>): string {
  const text = words[kind](detail);
  return detail.undone ? `Undone: ${text}` : text;
}

export function historyText({ detail }: Pick<HistoryEntry, 'detail'>): string | undefined {
  return detail.text ?? detail.reason;
}

export function licences(count: number): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 ? 'licence' : 'licences'}`;
}

function named(state: EnquiryState | undefined): string {
  return state ? stateNames[state] : '';
}
