import { clockAt } from '../day/words.ts';
import type { Deed, Entry } from '../outbox/entry.ts';

const steps = { 'en route': 'On my way', 'on site': 'Arrived', done: 'Done' } as const;
const outcomes = {
  completed: 'Done',
  'needs return': 'Needs a return visit',
  'could not complete': 'Could not be completed',
} as const;
const files = { photo: 'Photo', video: 'Video', document: 'Document', signature: 'Signature' } as const;

/** What was done, in a few words. */
export function deedWords(deed: Deed): string {
  if (deed.kind === 'progress') return steps[deed.progress];
  if (deed.kind === 'outcome') return outcomes[deed.outcome];
  if (deed.kind === 'file') return files[deed.as];
  return deed.kind === 'record' ? recordWords(deed.record) : 'Something taken back';
}

function recordWords({ kind, content }: Extract<Deed, { kind: 'record' }>['record']): string {
  if (kind === 'note') return 'Note';
  if (kind === 'check') return `Check list: ${content.item}`;
  if (kind === 'part') return `Part: ${content.quantity} × ${content.name}`;
  if (kind === 'signature') return `Signed by ${content.name}`;
  return kind === 'late' ? `Running ${content.minutes} min late` : 'Corrected times';
}

/** How much of a line a deed takes; undefined where that is next to nothing. */
export function sizeOf({ deed }: Entry): number | undefined {
  return deed.kind === 'file' ? deed.content.size : undefined;
}

/** When it happened, where that is something else than when it was kept. */
function momentOf({ deed, made_at }: Entry): string {
  return deed.kind === 'progress' || deed.kind === 'outcome' ? deed.at : made_at;
}

/** What somebody recorded, in one line: "Arrived 9:30 am, needs a return visit 10:15 am (valve to be ordered)". */
export function recordedWords(entries: readonly Entry[], zone: string): string {
  const words = entries.map((entry) => {
    const said = `${deedWords(entry.deed)} ${clockAt(momentOf(entry), zone)}`;
    const reason = entry.deed.kind === 'outcome' ? entry.deed.reason.trim() : '';
    return reason === '' ? said : `${said} (${reason})`;
  });
  return words.map((said, at) => (at === 0 ? said : lowered(said))).join(', ');
}

function lowered(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** The words of a person in a line of their own, where a deed has some. */
function ownWords({ deed }: Entry): string[] {
  if (deed.kind !== 'record') return [];
  const { content } = deed.record;
  if ('text' in content && content.text) return [content.text];
  if ('item' in content && content.value !== null) return [`${content.item}: ${String(content.value)}`];
  return 'reason' in content ? [content.reason] : [];
}

const LONGEST_NOTE = 5_000;

/** What was refused as a note for the office: nothing that somebody recorded is lost, even where it decides nothing any more. */
export function noteOf(entries: readonly Entry[], zone: string): string {
  const lines = [
    `Recorded on the phone: ${recordedWords(entries, zone)}.`,
    ...new Set(entries.flatMap(ownWords)),
  ];
  return lines.join('\n').slice(0, LONGEST_NOTE).toWellFormed();
}
