import type { Arrival, MessageDue } from '@muster/domain/customer-messages/rules';
import { arrivalInWords, clocksOf } from '@muster/domain/customer-messages/words';
import type { Letter } from '../messages/service.ts';
import type { VisitStory } from './store.ts';

interface Contents {
  subject: string;
  paragraphs: string[];
}

const LONGEST_WORK = 120;

/**
 * What a customer reads. Of the job only its type, or the first line of what was asked for: never what is known of the way in, nor a
 * note, nor how to reach the technician.
 */
export function letterOf(story: VisitStory, due: MessageDue): Letter {
  const { business, business_phone, business_email } = story;
  const { subject, paragraphs } = contentsOf[due.kind](story, due);
  const answer = answerWords(due.kind, business_phone, business_email);
  return {
    template: 'of a business',
    to: story.email,
    business,
    customer: story.customer_id,
    reply_to: business_email,
    subject: `${business}: ${subject}`,
    paragraphs: [`Hello ${oneLine(story.customer)},`, ...paragraphs, ...(answer === '' ? [] : [answer])],
    footnote: `You get this mail because you have a visit with ${business}.`,
  };
}

const contentsOf: Record<MessageDue['kind'], (story: VisitStory, due: MessageDue) => Contents> = {
  confirmed: (story, due) => ({
    subject: `your visit on ${when(story, due)}`,
    paragraphs: [
      `${story.business} has confirmed your visit. We arrive on ${when(story, due)}.`,
      ...details(story),
    ],
  }),
  changed: (story, due) => ({
    subject: `your visit has moved to ${when(story, due)}`,
    paragraphs: [
      `${story.business} has moved your visit. We now arrive on ${when(story, due)}, and not on ${when(story, due.was ?? due)}.`,
      ...details(story),
    ],
  }),
  cancelled: (story, due) => ({
    subject: `your visit on ${when(story, due)} is cancelled`,
    paragraphs: [
      `${story.business} has cancelled your visit on ${when(story, due)}. Nobody comes at that time.`,
      ...details({ ...story, technician: null }),
    ],
  }),
  'on the way': (story) => ({
    subject: 'we are on our way to you',
    paragraphs: [`${firstName(story) ?? 'Our technician'} is on the way to you now.`, ...details(story)],
  }),
};

/** In the site's own time, which is named where the business has another. */
function when({ zone, business_zone }: VisitStory, arrival: Arrival): string {
  const words = arrivalInWords(arrival, zone);
  return zone === business_zone ? words : `${words} (${clocksOf(zone)})`;
}

function details(story: VisitStory): string[] {
  const name = firstName(story);
  const place = [story.address, story.suburb].map(oneLine).filter(Boolean).join(', ');
  const work = oneLine(story.job_type ?? story.description.trim().split('\n')[0] ?? '').slice(
    0,
    LONGEST_WORK,
  );
  return [
    ...(name === undefined ? [] : [`Who: ${name}`]),
    ...(place === '' ? [] : [`Where: ${place}`]),
    ...(work === '' ? [] : [`What: ${work}`]),
  ];
}

function firstName({ technician }: VisitStory): string | undefined {
  return technician === null ? undefined : oneLine(technician).split(' ')[0];
}

function answerWords(kind: MessageDue['kind'], phone: string, email: string): string {
  const ways = [phone === '' ? '' : `call us on ${phone}`, email === '' ? '' : 'answer this mail'];
  const words = ways.filter(Boolean).join(' or ');
  const isAhead = kind === 'confirmed' || kind === 'changed';
  return words === ''
    ? ''
    : `${isAhead ? 'Does that not suit you? Then' : 'Any questions? Please'} ${words}.`;
}

/** What people type may have more lines than a mail should. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
