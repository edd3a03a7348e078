import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import type { HistoryEntry } from '../api.ts';
import { officeMoment } from './office-moment.ts';
import { stateNames } from './state-words.ts';

type Detail = HistoryEntry['detail'];

const words: Record<HistoryEntry['kind'], (detail: Detail) => string> = {
  created: ({ to }) => (to === 'spam' ? 'Arrived, and was taken for spam' : 'Arrived'),
  state: ({ from, to, due_at }) =>
    `${named(from)} → ${named(to)}${due_at ? `, due ${officeMoment(due_at)}` : ''}`,
  note: () => 'Note',
  owner: ({ owner }) => (owner ? `${owner} looks after it` : 'Nobody looks after it any more'),
  due: ({ due_at }) => `Now due ${due_at ? officeMoment(due_at) : 'at no time'}`,
  provisioned: ({ licences: count = 0, email }) =>
    `Account opened with ${licences(count)}, ${email} invited as its owner`,
  invited: ({ email }) => `${email} invited`,
};

/** What happened, in a sentence. The words of a note or a reason stand by themselves. */
export function historyWords({ kind, detail }: Pick<HistoryEntry, 'kind' | 'detail'>): string {
  return words[kind](detail);
}

export function historyText({ detail }: Pick<HistoryEntry, 'detail'>): string | undefined {
  return detail.text ?? detail.reason;
}

export function licences(count: number): string {
  return count === 1 ? 'one licence' : `${count.toLocaleString('en-AU')} licences`;
}

function named(state: EnquiryState | undefined): string {
  return state ? stateNames[state] : '';
}
