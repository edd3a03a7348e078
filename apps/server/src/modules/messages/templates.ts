import type { VisitReport } from '@muster/domain/reports/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Deps } from '../../platform/deps.ts';
import { asHtml, asText, type Contents } from '../../platform/tasks/mail-look.ts';
import type { Mail } from '../../platform/tasks/mailer.ts';
import { publicAddress } from '../../platform/site/public-address.ts';
import { linkToken } from '../../platform/sign-in/secret.ts';
import type { LinkPurpose } from '../links/service.ts';

/**
 * A mail before it is written: plain JSON that may lie in a queue, without anything that opens an account. What strangers
 * can cause holds nothing that they typed, so that nobody can send words of their own to others through us.
 */
export type Letter =
  | { template: 'welcome'; to: string; first_name: string }
  | { template: 'activation'; to: string; link: Link<'activation'> }
  | { template: 'already registered'; to: string }
  | { template: 'reset'; to: string; link: Link<'reset'> }
  | { template: 'password changed'; to: string }
  /** `at` as a date in ISO 8601. */
  | { template: 'new device'; to: string; device: string; at: string }
  | { template: 'enquiry received'; to: string; reference: string }
  /** To our own sales, who may read what was typed. */
  | Notice<'enquiry notice'>
  | Notice<'suspicious enquiry notice'>
  /** To the owner of an account that we opened, or, without its name, to one of our own. */
  | { template: 'invitation'; to: string; business: string | null; link: Link<'invitation'> }
  /** To somebody whom an owner wants in the team. */
  | {
      template: 'team invitation';
      to: string;
      business: string;
      inviter: string;
      role: 'dispatcher' | 'technician';
      link: Link<'invitation'>;
    }
  /** What a business has to say to a customer of its own: plain text, written by `customer-messages`. */
  | {
      template: 'of a business';
      to: string;
      business: string;
      /** The id of the customer, so that what was written to them can be forgotten. */
      customer: string;
      /** Empty where the business has no address for answers. */
      reply_to: string;
      subject: string;
      paragraphs: string[];
      footnote: string;
      /** What the document is drawn of that is attached. */
      report?: { account: AccountId; name: string; content: VisitReport };
    }
  /** For an unknown address: it takes the same work as the others and is dropped before sending. */
  | { template: 'nothing'; to: string };

interface Notice<T extends string> {
  template: T;
  to: string;
  id: string;
  reference: string;
  name: string;
  licences: number;
}

/** The token is made of these when the mail is written. */
interface Link<P extends LinkPurpose> {
  purpose: P;
  id: string;
}

/** What is the same for all mails of an installation. */
interface Sender {
  brand: string;
  /** Where links lead. */
  address: string;
  /** Where people sign in. */
  scheduler: string;
  secret: Buffer;
}

export function senderOf({ settings, database }: Pick<Deps, 'settings' | 'database'>): Sender {
  const address = publicAddress(settings);
  const scheduler = settings.SCHEDULER_URL ?? address;
  return { brand: settings.BRAND_NAME, address, scheduler, secret: database.secret };
}

type Written = Exclude<Letter, { template: 'nothing' }>;
type Templates = {
  [T in Written['template']]: (
    letter: Extract<Written, { template: T }>,
    sender: Sender,
    /** What whoever gets it belongs to, where that is known and has a name. */
    business: string | null,
  ) => Contents;
};

const toPeople: ReadonlySet<Letter['template']> = new Set([
  'welcome',
  'already registered',
  'reset',
  'password changed',
  'new device',
]);

/** Whether it goes to somebody who signs in, and so should name their business. Its name is looked up when the mail is written. */
export function isToOneOfABusiness({ template }: Letter): boolean {
  return toPeople.has(template);
}

/** "your Muster account", and which one for whoever works for several businesses. */
function at(business: string | null): string {
  return business === null ? '' : ` at ${business}`;
}

const templates: Templates = {
  welcome: ({ first_name }, { brand, scheduler }, business) => ({
    subject: `Welcome to ${brand}`,
    paragraphs: [
      `Hello ${first_name},`,
      `${business ?? 'Your business'} is set up in ${brand}. Sign in to see your plan and your licences.`,
    ],
    button: { text: 'Sign in', url: `${scheduler}/login` },
  }),
  activation: ({ link }, sender) => ({
    subject: `Activate your ${sender.brand} account`,
    paragraphs: [
      'Hello,',
      `Thank you for registering with ${sender.brand}. One step is left: activate your account with the link below.`,
      'The link works once, for 48 hours.',
    ],
    button: { text: 'Activate my account', url: `${sender.address}/activate?token=${tokenOf(link, sender)}` },
    footnote: `You did not register? Then somebody mistyped their address. You need not do anything: without this link there is no account.`,
  }),
  'already registered': (_, { brand, address, scheduler }, business) => ({
    subject: `You already have a ${brand} account`,
    paragraphs: [
      'Hello,',
      `Somebody, probably you, registered with ${brand} under this address. You already have an account${at(business)}, so nothing has changed: just sign in.`,
      `Forgotten your password? Choose a new one: ${address}/forgot-password`,
    ],
    button: { text: 'Sign in', url: `${scheduler}/login` },
    footnote:
      'It was not you? Then you need not do anything: your account and your password are as they were.',
  }),
  reset: ({ link }, sender, business) => ({
    subject: `Choose a new password for ${sender.brand}${at(business)}`,
    paragraphs: [
      'Hello,',
      `Somebody, probably you, asked for a new password for your ${sender.brand} account${at(business)}. Choose it with the link below.`,
      'The link works once, for one hour.',
    ],
    button: {
      text: 'Choose a new password',
      url: `${sender.address}/reset-password?token=${tokenOf(link, sender)}`,
    },
    footnote: 'It was not you? Then you need not do anything: your password stays as it is.',
  }),
  'password changed': (_, { brand, address }, business) => ({
    subject: `Your ${brand} password${at(business)} was changed`,
    paragraphs: [
      'Hello,',
      `The password of your ${brand} account${at(business)} was changed just now, and every other session was signed out.`,
      'It was you? Then all is well. If it was not, choose a new password at once.',
    ],
    button: { text: 'It was not me', url: `${address}/forgot-password` },
  }),
  'new device': ({ device, at: time }, { brand, address }, business) => ({
    subject: `New sign-in to your ${brand} account${at(business)}`,
    paragraphs: [
      'Hello,',
      `Your ${brand} account${at(business)} was signed in to from a device that we have not seen before: ${device}, ${moment(time)}.`,
      'It was you? Then all is well. If it was not, choose a new password at once: that signs everybody else out.',
    ],
    button: { text: 'It was not me', url: `${address}/forgot-password` },
  }),
  'enquiry received': ({ reference }, { brand }) => ({
    subject: `We have your enquiry ${reference}`,
    paragraphs: [
      'Hello,',
      `Thank you for asking about ${brand}. Your enquiry is with us under the reference ${reference}, and one of us will be in touch within one business day.`,
    ],
    footnote: 'You did not ask? Then somebody mistyped their address. You need not do anything.',
  }),
  'enquiry notice': ({ id, reference, name, licences }, { address }) => ({
    subject: `New enquiry ${reference}`,
    paragraphs: [
      `Somebody asks for ${amount(licences)} under the name “${name}”.`,
      'It is due within one business day.',
    ],
    button: enquiryButton(id, address),
  }),
  'suspicious enquiry notice': ({ id, reference, name, licences }, { address }) => ({
    subject: `Perhaps spam: enquiry ${reference}`,
    paragraphs: [
      `Somebody asks for ${amount(licences)} under the name “${name}”.`,
      'Something filled in a field that people do not see. It was probably a robot, so the enquiry is kept among the spam and was not acknowledged; but a browser may have been too helpful. If a person asks here, reopen it: they wait for an answer.',
    ],
    button: enquiryButton(id, address),
  }),
  invitation: ({ business, link }, sender) => ({
    subject:
      business === null
        ? `Join the ${sender.brand} office`
        : `The ${sender.brand} account of ${business} is ready`,
    paragraphs: [
      'Hello,',
      business === null
        ? `You are invited to work in the ${sender.brand} office. Choose your name and your password with the link below.`
        : `The ${sender.brand} account of ${business} is set up, and you are its owner. Choose your name and your password with the link below.`,
      'The link works once, for 14 days.',
    ],
    button: {
      text: 'Choose my password',
      url: `${sender.address}/activate?invitation=${tokenOf(link, sender)}`,
    },
    footnote: 'You did not expect this? Then you need not do anything: without this link nobody can sign in.',
  }),
  'team invitation': ({ business, inviter, role, link }, sender) => ({
    subject: `${inviter} invites you to ${business}`,
    paragraphs: [
      'Hello,',
      `${inviter} of ${business} invites you to ${sender.brand}, as a ${role}. Choose your name and your password with the link below.`,
      'The link works once, for 14 days.',
    ],
    button: {
      text: 'Choose my password',
      url: `${sender.address}/activate?invitation=${tokenOf(link, sender)}`,
    },
    footnote: `You do not know ${business}? Then you need not do anything: without this link nobody can sign in.`,
  }),
  'of a business': ({ subject, paragraphs, footnote, business, reply_to }) => ({
    subject,
    paragraphs,
    footnote,
    from: business,
    ...(reply_to !== '' && { replyTo: reply_to }),
  }),
};

function amount(licences: number): string {
  return licences === 1 ? 'one licence' : `${licences} licences`;
}

function enquiryButton(id: string, address: string) {
  return { text: 'Open the enquiry', url: `${address}/office/enquiries/${id}` };
}

/** Writes the mail; undefined for a letter that is never sent. */
export function writeMail(letter: Letter, sender: Sender, business: string | null): Mail | undefined {
  if (letter.template === 'nothing') return undefined;
  const template = templates[letter.template] as (...given: [Written, Sender, string | null]) => Contents;
  const contents = template(letter, sender, business);
  const { subject, from, replyTo } = contents;
  const html = asHtml(contents, sender.brand);
  return {
    to: letter.to,
    ...(from && { from }),
    ...(replyTo && { replyTo }),
    subject,
    html,
    text: asText(contents),
  };
}

function tokenOf({ purpose, id }: Link<LinkPurpose>, { secret }: Sender): string {
  return linkToken(secret, purpose, id);
}

/** In the time zone of most readers. The text names the zone, because some readers live in another one. */
function moment(at: string): string {
  return new Intl.DateTimeFormat('en-AU', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'Australia/Sydney',
  }).format(new Date(at));
}
