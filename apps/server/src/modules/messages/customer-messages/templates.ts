import type { Arrival, MessageDue } from '@muster/domain/messages/customer-messages/rules';
import { arrivalInWords, clocksOf } from '@muster/domain/messages/customer-messages/rules';
import type { Recipient } from '@muster/domain/work/contacts/rules';
import { timeInWords } from '@muster/domain/values/clock-words';
import { DAY_MINUTES, type EpochMinutes, minutes, minutesAfter } from '@muster/domain/values/minutes';
import { appointmentsText, type CalendarEvent } from '@muster/domain/messages/calendars/icalendar';
import { momentText } from '@muster/domain/work/assignments/rules';
import { addDays, dateAt, momentOf } from '@muster/domain/values/local-time';
import { straighten } from '@muster/domain/basics/texts/rules';
import { withoutLinks } from '@muster/domain/values/mail-words';
import { filled, type Filling, pageless, textOf, usualTexts } from '@muster/domain/work/visits/message-texts';
import { minuteAt } from '@muster/domain/values/minutes';
import type { BusinessSender, Letter, Letterhead, News } from '../../basics/mails/service.ts';
import type { MailedLink } from '../../../platform/sign-in/secret.ts';
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
  | 'message_texts'
>;

/** What there is to be told of one visit. */
interface Told {
  readonly story: Story;
  readonly due: MessageDue;
  /** How often they were told of it before: calendars know by it which word is the last. */
  readonly before: number;
  /** To the customer's page of it. */
  readonly link?: MailedLink | undefined;
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
  hasReport = false,
): Extract<Letter, { template: 'of a business' }> {
  const now = minuteAt(at.getTime());
  const contents = told.map((one) =>
    contentsOf({ ...one, story: storyOf(one.story, one.due) }, to.name, business, now),
  );
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
      ...(hasReport ? ['The report of what we did is attached as a PDF.'] : []),
      ...(answer === '' ? [] : [answer]),
    ],
    footnote: footnoteOf(told, business),
    phone: story.business_phone,
    pages: told.flatMap(({ story, due, link }) => {
      const text = told.length === 1 ? 'See your visit' : `See your visit on ${when(story, due)}`;
      return link ? [{ text, link }] : [];
    }),
    ...(calendar && { calendar }),
  };
}

/** A text of one visit, in the words that the owner has for it. What fills them in is plain: one dash would make it twice as dear. */
export function textFor(
  story: VisitStory,
  due: MessageDue,
  { name, business, link, at }: { name: string; business: string; link: string; at: Date },
): string {
  const shown = storyOf(story, due);
  const filling = { ...fillingOf(shown, due, { name, business, now: minuteAt(at.getTime()) }), link };
  const plain = Object.fromEntries(Object.entries(filling).map(([key, value]) => [key, straighten(value)]));
  const { kind } = due;
  const own = filled(textOf(story.message_texts, kind, 'text'), plain);
  // The sentence that says who it is from may be one that asked for what there is not.
  return own.includes(plain['business']!) ? own : filled(usualTexts[kind].text, plain);
}

/** A visit as any customer may have it, to be looked at: nobody is written to. */
function sampleOf({ name, phone, zone }: Sampled, at: Date): { story: Story; due: MessageDue } {
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
    message_texts: {},
  };
  return { story, due: { kind: 'confirmed', from, to, technician: 'sample', expected: null } };
}

interface Sampled {
  readonly name: string;
  readonly phone: string;
  readonly zone: string;
}

const SAMPLE_NAME = 'Kim Cole';
/** As far as somebody is away who is on the way in a sample, and as late as one who runs late. */
const SAMPLE_AWAY = minutes(14);

/** What stands for the placeholders of a message of that kind: of a visit that is coming, or of a made-up one. */
export function sampleFilling(
  kind: MessageDue['kind'],
  given: { story: VisitStory; arrival: Arrival } | undefined,
  business: Sampled,
  at: Date,
): Filling {
  const { story, due } = given
    ? { story: given.story, due: { ...given.arrival, technician: given.story.technician_id, expected: null } }
    : sampleOf(business, at);
  const was = {
    from: minutesAfter(due.from, minutes(-DAY_MINUTES)),
    to: minutesAfter(due.to, minutes(-DAY_MINUTES)),
  };
  const expected = minutesAfter(due.from, SAMPLE_AWAY);
  const name = given?.story.customer.name ?? SAMPLE_NAME;
  const shown = withoutLinks(business.name) || 'Your business';
  const filling = fillingOf(story, { ...due, kind, was, expected }, { name, business: shown, now: due.from });
  return { ...filling, ...(!pageless.has(kind) && { link: '{link}' }) };
}

/** A mail as any customer may get it, to be looked at. */
export function sampleLetter(business: Sampled, letterhead: Letterhead, at: Date): Letter {
  const { story, due } = sampleOf(business, at);
  const sender = {
    business: withoutLinks(business.name) || 'Your business',
    reply_to: 'office',
    ageDays: 0,
    letterhead,
  };
  const letter = letterOf({ name: SAMPLE_NAME, email: '' }, [{ story, due, before: 0 }], sender, at);
  return { ...letter, letterhead };
}

function footnoteOf(told: readonly Told[], business: string): string {
  const visits = told.length === 1 ? 'a visit' : 'visits';
  const had = told.every(({ due }) => isEnding(due)) ? `had ${visits} from` : `have ${visits} booked with`;
  return `You’re getting this email because you ${had} ${business}.`;
}

/** Who comes is left out where it is not settled yet. */
function storyOf<T extends Story>(story: T, { technician }: MessageDue): T {
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
  'reminder',
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
  if (kind === 'reminder') return `a reminder of your ${count} visits`;
  if (kind === 'changed') return `new times for your ${count} visits`;
  if (kind === 'cancelled') return `your ${count} visits are cancelled`;
  if (kind === 'another time') return `we need other times for your ${count} visits`;
  return `news of your ${count} visits`;
}

/** The head of an email of each kind: what it is about, beside the owner's words. */
const titles: Record<MessageDue['kind'], (who: string) => string> = {
  confirmed: () => 'Your visit is confirmed',
  changed: () => 'Your visit has moved',
  'another technician': (who) => `${who} is coming to you`,
  'another time': () => 'We need another time for your visit',
  cancelled: () => 'Your visit is cancelled',
  reminder: () => 'Your visit is tomorrow',
  'on the way': (who) => `${who} is on the way to you`,
  late: (who) => `${who} is running late`,
  done: () => 'All done',
  'could not complete': () => 'We couldn’t finish the work',
};

/** What is told of one visit, in the words that the owner has for it. */
function contentsOf({ story, due }: Told, name: string, business: string, at: EpochMinutes): Contents {
  const { kind } = due;
  const filling = fillingOf(story, due, { name, business, now: at });
  const words = (part: 'subject' | 'email') =>
    filled(textOf(story.message_texts, kind, part), filling) || filled(usualTexts[kind][part], filling);
  return {
    subject: words('subject'),
    news: {
      title: titles[kind](firstName(story) ?? 'Our technician'),
      time: timeOf(story, due),
      ...(isOff(due) && { isOff: true }),
      text: words('email'),
      facts: details(isOff(due) || isEnding(due) ? { ...story, technician: null } : story),
    },
  };
}

/** The time that they look for: of whoever is on the way, when they arrive; of what is over, none. */
function timeOf(story: Story, due: MessageDue): string {
  if (isEnding(due)) return '';
  if (due.kind !== 'on the way' && due.kind !== 'late') return when(story, due);
  return due.expected === null ? '' : about(story, due.expected);
}

/** What stands for the placeholders, each as plain text: nothing that somebody has typed becomes a link. */
function fillingOf(
  story: Story,
  due: MessageDue,
  { name, business, now }: { name: string; business: string; now: EpochMinutes },
): Filling {
  const { expected } = due;
  const [day, time] = arrivalInWords(due, story.zone).split(', ') as [string, string];
  const away = expected === null ? 0 : expected - now;
  const filling: Filling = {
    name,
    business,
    when: when(story, due),
    day,
    time: story.zone === story.business_zone ? time : `${time} (${clocksOf(story.zone)})`,
    was: due.was ? when(story, due.was) : '',
    arrival: expected === null ? '' : about(story, expected),
    minutes: away > 0 ? `about ${away === 1 ? 'a minute' : `${away} minutes`}` : '',
    technician: firstName(story) ?? 'our technician',
    work: story.job_type ?? '',
    place: placeOf(story),
    phone: story.business_phone,
  };
  return Object.fromEntries(
    Object.entries(filling).map(([key, value]) => [key, withoutLinks(oneLine(value))]),
  );
}

function isEnding({ kind }: MessageDue): boolean {
  return kind === 'done' || kind === 'could not complete';
}

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
  const isAhead =
    kind === 'confirmed' || kind === 'reminder' || kind === 'changed' || kind === 'another technician';
  return `${isAhead ? 'Need another time? Please' : 'Any questions? Please'} ${words}.`;
}

/** What people type may have more lines than a mail should. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
