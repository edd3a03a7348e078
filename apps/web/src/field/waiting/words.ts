import { shortDay } from '../../lib/format/format.ts';
import { clockAt, countWords } from '../day/words.ts';
import type { Deed, Entry } from '../outbox/store.ts';

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
  if (deed.kind === 'pin') return 'Pin of the site';
  if (deed.kind === 'untap') return `Taken back: ${steps[deed.step].toLowerCase()}`;
  return deed.kind === 'record' ? recordWords(deed.record) : 'Something taken back';
}

/** What is in it, for whoever looks whether it is all there: the words of a note, the name of a file, an answer, a reason. */
export function writtenWords(deed: Deed): string | undefined {
  if (deed.kind === 'file') return deed.as === 'signature' ? undefined : deed.name;
  if (deed.kind === 'outcome') return deed.reason.trim() || undefined;
  if (deed.kind !== 'record') return undefined;
  const { kind, content } = deed.record;
  if (kind === 'check') return content.value === null ? 'Not answered' : answerWords(content.value);
  return 'text' in content ? content.text || undefined : undefined;
}

function recordWords({ kind, content }: Extract<Deed, { kind: 'record' }>['record']): string {
  if (kind === 'note') return 'Note';
  if (kind === 'check') return `Checklist: ${content.item}`;
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
  if (deed.kind === 'progress' || deed.kind === 'outcome') return deed.at;
  return (deed.kind === 'record' ? deed.record.noted_at : undefined) ?? made_at;
}

/** When the first of it happened. */
export function firstMoment(entries: readonly Entry[]): string {
  return entries.map(momentOf).reduce((first, at) => (Date.parse(at) < Date.parse(first) ? at : first));
}

/** "Tue 17 Nov, 9:30 am": what waited may be read on another day. */
function momentWords(at: string, zone: string): string {
  return `${shortDay(new Date(at), false, zone)}, ${clockAt(at, zone)}`;
}

/** What somebody recorded, in one line: "Arrived Tue 17 Nov, 9:30 am; done Tue 17 Nov, 10:15 am". */
export function recordedWords(entries: readonly Entry[], zone: string): string {
  const words = entries.map((entry) => {
    const said = `${deedWords(entry.deed)} ${momentWords(momentOf(entry), zone)}`;
    const reason = entry.deed.kind === 'outcome' ? entry.deed.reason.trim() : '';
    return reason === '' ? said : `${said} (${reason})`;
  });
  return words.map((said, at) => (at === 0 ? said : lowered(said))).join('; ');
}

function lowered(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** What a person said in a deed, in a line of its own, where it is more than the deed is called. */
function ownWords({ deed }: Entry, zone: string): string[] {
  if (deed.kind !== 'record') return [];
  const { kind, content } = deed.record;
  if (kind === 'check')
    return content.value === null ? [] : [`${content.item}: ${answerWords(content.value)}`];
  if (kind === 'time') {
    const done = content.done_at === null ? '' : `; done ${momentWords(content.done_at, zone)}`;
    return [`Arrived ${momentWords(content.on_site_at, zone)}${done}: ${content.reason}`];
  }
  return 'text' in content && content.text ? [content.text] : [];
}

const fileId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The answer with a photo is the id of a file, which says nothing to anybody. */
function answerWords(value: boolean | number | string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' && fileId.test(value) ? 'photo' : String(value);
}

const LONGEST_NOTE = 5_000;

/** What was refused as notes for the office: nothing that somebody recorded is lost, even where it decides nothing any more. */
export function notesOf(entries: readonly Entry[], zone: string): string[] {
  const lines = [
    `Recorded on the phone: ${recordedWords(entries, zone)}.`,
    ...new Set(entries.flatMap((entry) => ownWords(entry, zone))),
  ];
  const notes: string[] = [];
  for (const part of lines.flatMap((line) => partsOf(line.toWellFormed()))) {
    const longer = [...notes.slice(-1), part].join('\n');
    if (notes.length > 0 && longer.length <= LONGEST_NOTE) notes[notes.length - 1] = longer;
    else notes.push(part);
  }
  return notes;
}

/** A line in parts of which each fits into a note. */
function partsOf(line: string): string[] {
  const parts = [''];
  for (const sign of line) {
    if (parts.at(-1)!.length + sign.length > LONGEST_NOTE) parts.push('');
    parts[parts.length - 1] += sign;
  }
  return parts.filter((part) => part.trim() !== '');
}

/** What becomes of what has not been sent when somebody signs out; only some of it may go by itself once they are back. */
export function leavingWords(unsent: number, going: number): string {
  if (going === unsent)
    return 'They stay on this phone and are sent when you sign in here again. No one else can see or send them.';
  const stay = 'They stay on this phone. No one else can see or send them.';
  if (going === 0) return stay;
  return `${stay} ${countWords(going, 'thing')} ${going === 1 ? 'is' : 'are'} sent when you sign in here again.`;
}
