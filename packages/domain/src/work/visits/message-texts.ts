import { hasLink } from '../../values/mail-words.ts';
import { type MessageKind, messageKinds } from './rules.ts';

/** What of a message an owner may put into their own words: the subject and the sentences of an email, and a text. */
export const textParts = ['subject', 'email', 'text'] as const;
export type TextPart = (typeof textParts)[number];
export type MessageText = Readonly<Record<TextPart, string>>;

/** What is put into words that are written once for everybody. */
export const placeholders = {
  name: 'The customer’s name',
  business: 'Your business',
  when: 'Day and time, such as Tue 24 Nov, 9–11 am',
  day: 'The day, such as Tue 24 Nov',
  time: 'The time, such as 9–11 am',
  was: 'Day and time before it moved',
  arrival: 'When they arrive, such as about 10:30 am',
  minutes: 'How far away they are, such as about 14 minutes',
  technician: 'The technician’s first name',
  work: 'The job type',
  place: 'The address',
  phone: 'Your phone number',
  link: 'The customer’s page of the visit',
} as const;
export type Placeholder = keyof typeof placeholders;

const always: readonly Placeholder[] = ['name', 'business', 'when', 'day', 'time', 'work', 'place', 'phone'];

const more: Readonly<Record<MessageKind, readonly Placeholder[]>> = {
  confirmed: ['technician'],
  changed: ['technician', 'was'],
  'another technician': ['technician'],
  'another time': [],
  cancelled: [],
  reminder: ['technician'],
  'on the way': ['technician', 'arrival', 'minutes'],
  late: ['technician', 'arrival'],
  done: ['technician'],
  'could not complete': ['technician'],
};

/** Whoever is told this has no visit to look at. An email has a button that leads there; a text has the address. */
export const pageless: ReadonlySet<MessageKind> = new Set(['cancelled']);

/** What can be put into a message of that kind, in the order in which it is offered. */
export function placeholdersOf(kind: MessageKind, part: TextPart): Placeholder[] {
  const link: Placeholder[] = part === 'text' && !pageless.has(kind) ? ['link'] : [];
  const own = new Set([...always, ...more[kind], ...link]);
  return (Object.keys(placeholders) as Placeholder[]).filter((name) => own.has(name));
}

/**
 * What is said where an owner has not said it otherwise. An email carries the name of the business before its subject and has a head
 * of its own; a text has nothing else to say whom it comes from, and plain quotes and dashes, because others make it twice as dear.
 */
export const usualTexts: Readonly<Record<MessageKind, MessageText>> = {
  confirmed: {
    subject: 'your visit on {when}',
    email: 'We’ll arrive within this time.',
    text: '{business}: your visit is confirmed for {when}. For another time, call {phone}. {link}',
  },
  changed: {
    subject: 'your visit has moved to {when}',
    email: 'We’ll now arrive within this time, instead of {was}.',
    text: '{business}: your visit has moved to {when}, instead of {was}. For another time, call {phone}. {link}',
  },
  'another technician': {
    subject: '{technician} is coming on {when}',
    email: 'The time is still the same.',
    text: '{business}: {technician} is coming to you on {when}. The time is still the same. {link}',
  },
  'another time': {
    subject: 'we need another time for your visit',
    email:
      'We’re sorry, we can’t come at that time after all. We still want to do this job and need to find another time with you.',
    text: "{business}: sorry, we can't come on {when} after all. We need to find another time with you. We'll be in touch, or call {phone}.",
  },
  cancelled: {
    subject: 'your visit on {when} is cancelled',
    email: 'No one will come at that time.',
    text: '{business}: your visit on {when} is cancelled. No one will come at that time. Any questions, call {phone}.',
  },
  reminder: {
    subject: 'a reminder of your visit on {when}',
    email: 'We’ll arrive within this time.',
    text: '{business}: a reminder of your visit tomorrow, {when}. For another time, call {phone}. {link}',
  },
  'on the way': {
    subject: 'we’re on our way',
    email: 'We should be there in {minutes}.',
    text: '{business}: {technician} is on the way to you. We should be there in {minutes}. {link}',
  },
  late: {
    subject: 'we’re running late and expect to arrive at {arrival}',
    email: 'We’re sorry. That’s when we now expect to arrive.',
    text: "{business}: sorry, we're running late and now expect to arrive at {arrival}. Any questions, call {phone}. {link}",
  },
  done: {
    subject: 'the work is finished',
    email: 'The work is finished. Thank you for having us.',
    text: '{business}: the work is finished. Thank you for having us. Any questions, call {phone}. {link}',
  },
  'could not complete': {
    subject: 'we couldn’t finish the work',
    email: 'We’re sorry, we couldn’t finish the work. We’ll be in touch about what happens next.',
    text: "{business}: sorry, we couldn't finish the work. We'll be in touch about what happens next. Any questions, call {phone}.",
  },
};

/** The owner's own words of some messages; of the others the usual ones are sent. */
export type OwnTexts = Readonly<Partial<Record<MessageKind, Partial<MessageText>>>>;

export function textOf(own: OwnTexts, kind: MessageKind, part: TextPart): string {
  return own[kind]?.[part] ?? usualTexts[kind][part];
}

/** As much as an email's subject shows, as a letter says in a few sentences, and as fits into four texts. */
export const longestTexts: Readonly<Record<TextPart, number>> = { subject: 120, email: 1_000, text: 480 };

const placeholder = /\{([^{}]*)\}/g;

/** What is wrong with an owner's words, in a sentence; nothing where they are fine. */
export function textProblem(kind: MessageKind, part: TextPart, words: string): string | undefined {
  if (words.trim() === '') return 'Write something, or reset it.';
  if (words.length > longestTexts[part]) return `Use up to ${longestTexts[part]} characters.`;
  if (part === 'subject' && /[\n\r]/.test(words)) return 'Write the subject on one line.';
  const known = placeholdersOf(kind, part);
  for (const [whole, name] of words.matchAll(placeholder))
    if (!known.some((one) => one === name))
      return `${whole} can’t be filled in here. Use ${known.map((one) => `{${one}}`).join(' ')}.`;
  if (/[{}]/.test(words.replaceAll(placeholder, '')))
    return 'A { or } stands alone. Write placeholders like {name}.';
  if (hasLink(words)) return 'Leave out web and email addresses.';
  if (part === 'text' && !words.includes('{business}')) return 'Say who it’s from: a text needs {business}.';
  return undefined;
}

/** The first thing that is wrong with an owner's words, with the message that it is wrong in. */
export function textsProblem(own: OwnTexts): string | undefined {
  for (const kind of messageKinds)
    for (const part of textParts) {
      const words = own[kind]?.[part];
      const problem = words === undefined ? undefined : textProblem(kind, part, words);
      if (problem !== undefined)
        return `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}, ${part}: ${problem}`;
    }
  return undefined;
}

export type Filling = Readonly<Partial<Record<Placeholder, string>>>;

/** A sentence with the space behind it, or a line. */
const sentence = /[^]*?(?:[.!?]+(?=\s|$)|\n|$)[^\S\n]*/g;

/**
 * The words with what stands for the placeholders, as plain text. A sentence that asks for what there is not is left out: nobody is
 * told to call a number that is empty.
 */
export function filled(words: string, filling: Filling): string {
  const has = (name: string) => (filling[name as Placeholder] ?? '') !== '';
  return (words.match(sentence) ?? [])
    .filter((one) => [...one.matchAll(placeholder)].every(([, name]) => has(name!)))
    .map((one) =>
      one.replaceAll(placeholder, (_, name: string, at: number) => {
        const value = filling[name as Placeholder]!;
        return one.slice(0, at).trim() === '' ? value.slice(0, 1).toUpperCase() + value.slice(1) : value;
      }),
    )
    .join('')
    .trim();
}
