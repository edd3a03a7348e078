import type { Arrival, MessageDue } from '@muster/domain/messages/customer-messages/rules';
import { arrivalInWords, clocksOf } from '@muster/domain/messages/customer-messages/rules';
import type { Recipient } from '@muster/domain/work/contacts/rules';
import { timeInWords } from '@muster/domain/values/clock-words';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { appointmentsText, type CalendarEvent } from '@muster/domain/messages/calendars/icalendar';
import { momentText } from '@muster/domain/work/assignments/rules';
import { addDays, dateAt, momentOf } from '@muster/domain/values/local-time';
import { withoutLinks } from '@muster/domain/values/mail-words';
import { minuteAt } from '@muster/domain/values/minutes';
import type { BusinessSender, Letter, Letterhead, News } from '../../basics/mails/service.ts';
import type { VisitStory } from './store.ts';

interface Contents {
  subject: string;
  news: News;
}

/** What mails tell of a visit. */
type Story = Pick<
  VisitStory,
  | 'visit_id'
  | 'customer_id'
  | 'technician'
  | 'job_type'
  | 'zone'
  | 'address'
  | 'suburb'
  | 'business'
  | 'business_phone'
  | 'business_zone'
>;

/** What there is to be told of one visit. */
interface Told {
  readonly story: Story;
  readonly due: MessageDue;
  /** How often they were told of it before: calendars know by it which word is the last. */
  readonly before: number;
}

/**
 * What a customer reads, of one visit or of several. Of the job only its type: never its description, which is written for the office,
 * nor what is known of the way in, nor a note, nor how to reach the technician.
 */
export function letterOf(
  to: Pick<Recipient, 'name' | 'email'>,
  told: readonly Told[],
  { business, reply_to, new_since }: BusinessSender,
  at: Date,
): Extract<Letter, { template: 'of a business' }> {
  const contents = told.map(({ story, due }) => contentsOf[due.kind](storyOf(story, due), due));
  const { story } = told[0]!;
  const kinds = new Set(told.map(({ due }) => due.kind));
  const kind = kinds.size === 1 ? told[0]!.due.kind : undefined;
  const answer = answerWords(kind, story.business_phone, reply_to);
  const calendar = calendarOf(told, business, at);
  const subject = contents.length === 1 ? contents[0]!.subject : subjectOfSeveral(kind, contents.length);
  return {
    template: 'of a business',
    to: to.email,
    business,
    customer: story.customer_id,
    reply_to,
    ...(new_since !== undefined && { new_since }),
    subject: `${business}: ${subject}`,
    paragraphs: [
      `Hello ${oneLine(to.name)},`,
      ...(contents.length === 1 ? [] : [`There’s news of ${contents.length} visits:`]),
      ...contents.map(({ news }, at) => (contents.length === 1 ? news : numbered(news, at + 1))),
      ...(calendar ? [calendarWords(calendar, contents.length)] : []),
      ...(answer === '' ? [] : [answer]),
    ],
    footnote: `You’re getting this email because you have ${contents.length === 1 ? 'a visit' : 'visits'} booked with ${business}.`,
    phone: story.business_phone,
    ...(calendar && { calendar }),
  };
}

/** A mail as any customer may get it, to be looked at: nobody is written to. */
export function sampleLetter(
  { name, phone, zone }: { name: string; phone: string; zone: string },
  letterhead: Letterhead,
  at: Date,
): Letter {
  const tomorrow = addDays(dateAt(minuteAt(at.getTime()), zone), 1);
  const [from, to] = [momentOf(tomorrow, '09:00', zone), momentOf(tomorrow, '11:00', zone)];
  const story = {
    visit_id: 'sample',
    customer_id: '',
    technician: 'Kai Brown',
    job_type: 'Hot water service',
    zone,
    address: '12 Smith Street',
    suburb: 'Ryde NSW 2112',
    business: name,
    business_phone: phone,
    business_zone: zone,
  };
  const due = { kind: 'confirmed', from, to, technician: 'sample', expected: null } as const;
  const sender = {
    business: withoutLinks(name) || 'Your business',
    reply_to: 'office',
    ageDays: 0,
    letterhead,
  };
  const letter = letterOf({ name: 'Kim Cole', email: '' }, [{ story, due, before: 0 }], sender, at);
  return { ...letter, letterhead };
}

/** Who comes is left out where it is not settled yet. */
function storyOf(story: Story, { technician }: MessageDue): Story {
  return { ...story, technician: technician === null ? null : story.technician };
}

function numbered(news: News, number: number): News {
  return { ...news, title: `${number}. ${news.title}` };
}

/** Whoever is on the way today needs no calendar. */
const inCalendars: ReadonlySet<MessageDue['kind']> = new Set([
  'confirmed',
  'changed',
  'another technician',
  'another time',
  'cancelled',
]);

/** A file that puts the visits into a calendar, where it finds those that are there already, or takes them out. */
function calendarOf(told: readonly Told[], business: string, at: Date) {
  const events = told.filter(({ due }) => inCalendars.has(due.kind)).map((one) => eventOf(one, business, at));
  if (events.length === 0) return undefined;
  const method = events.every(({ status }) => status === 'CANCELLED') ? 'CANCEL' : 'PUBLISH';
  return { name: 'visit.ics', method, text: appointmentsText(method, events) } as const;
}

function eventOf({ story, due, before }: Told, business: string, at: Date): CalendarEvent {
  const work = oneLine(story.job_type ?? '');
  const who = due.technician === null ? undefined : firstName(story);
  return {
    uid: story.visit_id,
    start: momentText(due.from),
    end: momentText(due.to),
    modified: at.toISOString(),
    sequence: before,
    status: isOff(due) ? 'CANCELLED' : 'CONFIRMED',
    summary: work === '' ? business : `${business}: ${work}`,
    location: placeOf(story),
    description: [
      'We arrive within this time.',
      ...(who === undefined ? [] : [`Who: ${who}`]),
      ...(story.business_phone === '' ? [] : [`Phone: ${story.business_phone}`]),
    ].join('\n'),
    url: '',
  };
}

function calendarWords({ method }: { method: string }, count: number): string {
  const it = count === 1 ? 'it' : 'them';
  return method === 'CANCEL'
    ? `Is ${it} in your calendar? Open the attached file to take ${it} out.`
    : `Open the attached file to add ${it} to your calendar.`;
}

function isOff({ kind }: MessageDue): boolean {
  return kind === 'another time' || kind === 'cancelled';
}

function subjectOfSeveral(kind: MessageDue['kind'] | undefined, count: number): string {
  if (kind === 'confirmed') return `your ${count} visits`;
  if (kind === 'changed') return `new times for your ${count} visits`;
  if (kind === 'cancelled') return `your ${count} visits are cancelled`;
  if (kind === 'another time') return `we need other times for your ${count} visits`;
  return `news of your ${count} visits`;
}

const contentsOf: Record<MessageDue['kind'], (story: Story, due: MessageDue) => Contents> = {
  confirmed: (story, due) => ({
    subject: `your visit on ${when(story, due)}`,
    news: {
      title: 'Your visit is confirmed',
      time: when(story, due),
      text: 'We’ll arrive within this time.',
      facts: details(story),
    },
  }),
  changed: (story, due) => ({
    subject: `your visit has moved to ${when(story, due)}`,
    news: {
      title: 'Your visit has moved',
      time: when(story, due),
      text: `We’ll now arrive within this time, instead of ${when(story, due.was ?? due)}.`,
      facts: details(story),
    },
  }),
  'another technician': (story, due) => ({
    subject: `${firstName(story) ?? 'someone else'} is coming on ${when(story, due)}`,
    news: {
      title: `${firstName(story) ?? 'Someone else'} is coming to you`,
      time: when(story, due),
      text: 'The time is still the same.',
      facts: details(story),
    },
  }),
  'another time': (story, due) => ({
    subject: 'we need another time for your visit',
    news: {
      title: 'We need another time for your visit',
      time: when(story, due),
      isOff: true,
      text: 'We’re sorry, we can’t come at that time after all. We still want to do this job and need to find another time with you.',
      facts: details({ ...story, technician: null }),
    },
  }),
  cancelled: (story, due) => ({
    subject: `your visit on ${when(story, due)} is cancelled`,
    news: {
      title: 'Your visit is cancelled',
      time: when(story, due),
      isOff: true,
      text: 'No one will come at that time.',
      facts: details({ ...story, technician: null }),
    },
  }),
  'on the way': (story, { expected }) => ({
    subject: 'we’re on our way',
    news: {
      title: `${firstName(story) ?? 'Our technician'} is on the way to you`,
      time: expected === null ? '' : about(story, expected),
      text: expected === null ? '' : 'That’s when we expect to arrive.',
      facts: details(story),
    },
  }),
  late: (story, due) => ({
    subject: `we’re running late and expect to arrive at ${about(story, due.expected!)}`,
    news: {
      title: `${firstName(story) ?? 'Our technician'} is running late`,
      time: about(story, due.expected!),
      text: 'We’re sorry. That’s when we now expect to arrive.',
      facts: details(story),
    },
  }),
};

/** In the site's own time, which is named where the business has another. */
function when({ zone, business_zone }: Story, arrival: Arrival): string {
  const words = arrivalInWords(arrival, zone);
  return zone === business_zone ? words : `${words} (${clocksOf(zone)})`;
}

/** "about 10:30 am". */
function about({ zone, business_zone }: Story, at: EpochMinutes): string {
  return `about ${timeInWords(at, zone)}${zone === business_zone ? '' : ` (${clocksOf(zone)})`}`;
}

function details(story: Story): (readonly [string, string])[] {
  const name = firstName(story);
  const place = placeOf(story);
  const work = oneLine(story.job_type ?? '');
  return [
    ...(name === undefined ? [] : [['Who', name] as const]),
    ...(place === '' ? [] : [['Where', place] as const]),
    ...(work === '' ? [] : [['What', work] as const]),
  ];
}

function placeOf({ address, suburb }: Story): string {
  return [address, suburb].map(oneLine).filter(Boolean).join(', ');
}

function firstName({ technician }: Story): string | undefined {
  return technician === null ? undefined : oneLine(technician).split(' ')[0];
}

function answerWords(kind: MessageDue['kind'] | undefined, phone: string, email: string): string {
  const ways = [phone === '' ? '' : `call us on ${phone}`, email === '' ? '' : 'reply to this email'];
  const words = ways.filter(Boolean).join(' or ');
  if (words === '') return kind === 'another time' ? 'We’ll be in touch.' : '';
  if (kind === 'another time') return `We’ll be in touch, or ${words} with a time that suits you.`;
  const isAhead = kind === 'confirmed' || kind === 'changed' || kind === 'another technician';
  return `${isAhead ? 'Need another time? Please' : 'Any questions? Please'} ${words}.`;
}

/** What people type may have more lines than a mail should. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
