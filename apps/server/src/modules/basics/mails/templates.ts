import {
  DARK_PAPER,
  INK,
  LIGHT_INK,
  OURS_IN_THE_DARK,
  PAPER,
  legibleOn,
  OUR_COLOUR,
  standsOut,
  textOn,
} from '@muster/domain/values/colour';
import { fitted } from '@muster/domain/values/letterhead';
import type { Role } from '@muster/domain/values/role';
import type { AccountId } from '@muster/domain/values/ids';
import type { Db } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type MailedLink, mailedToken } from '../../../platform/sign-in/secret.ts';
import { withoutLinks } from '@muster/domain/values/mail-words';
import { escapeHtml } from '../../../platform/site/html.ts';
import { pagePath, publicAddress } from '../../../platform/site/public-address.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Mail } from '../../../platform/tasks/mailer.ts';

/**
 * A mail before it is written: plain JSON that may lie in a queue, without anything that opens an account. What strangers
 * can cause holds nothing that they typed, so that nobody can send words of their own to others through us.
 */
export type Letter =
  | { template: 'welcome'; to: string; first_name: string }
  | { template: 'activation'; to: string; link: MailedLink<'activation'> }
  | { template: 'already registered'; to: string }
  | { template: 'reset'; to: string; link: MailedLink<'reset'> }
  | { template: 'password changed'; to: string }
  /** To every owner: what invoices asked customers to pay to, and what they ask for now, each as far as one recognises it. */
  | {
      template: 'bank details changed';
      to: string;
      by: string;
      at: string;
      before: string[];
      after: string[];
    }
  /** To every owner, in words of `billing`: how the account stands with us. */
  | { template: 'subscription'; to: string; subject: string; paragraphs: string[]; button: string }
  /** `at` as a date in ISO 8601. */
  | { template: 'new device'; to: string; device: string; at: string }
  | { template: 'enquiry received'; to: string; reference: string }
  /** To our own sales, who may read what was typed. */
  | Notice<'enquiry notice'>
  | Notice<'suspicious enquiry notice'>
  /** To the owner of an account that we opened, or, without its name, to one of our own. */
  | { template: 'invitation'; to: string; business: string | null; link: MailedLink<'invitation'> }
  /** To somebody whom an owner wants in the team. */
  | {
      template: 'team invitation';
      to: string;
      business: string;
      inviter: string;
      role: Role;
      link: MailedLink<'invitation'>;
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
      paragraphs: (string | News)[];
      footnote: string;
      /** To be rung with one press; empty where there is none. */
      phone?: string;
      /** What of the customer's own can be seen in the browser. */
      pages?: readonly { text: string; link: MailedLink }[];
      /** A calendar file. */
      calendar?: { name: string; method: 'PUBLISH' | 'CANCEL'; text: string };
      /** How the business looked when it was handed over, by whoever did that. */
      account?: AccountId;
      letterhead?: Letterhead;
      /** When the account was opened, where that is not long ago. */
      new_since?: string;
      /** What the document is drawn of that is attached, as `report-mails` wrote it. */
      report?: { account: AccountId; name: string; content: object };
      /** The same of a paper about money, as `invoice-letters` wrote it. */
      paper?: MailedPaper;
    }
  /** To where a business wants answers to go. */
  | { template: 'reply address'; to: string; link: MailedLink<'answers'> }
  /** For an unknown address: it takes the same work as the others and is dropped before sending. */
  | { template: 'nothing'; to: string };

/** A document that is drawn when the mail leaves, of what was true when it was written. */
export interface MailedPaper {
  readonly account: AccountId;
  readonly name: string;
  readonly kind: 'invoice' | 'receipt' | 'statement' | 'quote';
  readonly content: object;
  /** Where the code on it leads; its address is made when it leaves. */
  readonly link?: MailedLink;
}

/** What somebody is written for: its time is what they look for. */
export interface News {
  readonly title: string;
  /** Empty where there is none. */
  readonly time: string;
  /** Nobody comes at that time. */
  readonly isOff?: boolean;
  /** A line is a paragraph. */
  readonly text: string;
  /** What they are called, and what they are. */
  readonly facts: readonly (readonly [string, string])[];
}

/** How a business looks in its mails. */
export interface Letterhead {
  /** Null: ours. */
  readonly colour: string | null;
  readonly logo: { readonly id: string; readonly width: number; readonly height: number } | null;
  /** By what it can be looked up, such as its ABN. */
  readonly registration: readonly string[];
}

interface Notice<T extends string> {
  template: T;
  to: string;
  id: string;
  reference: string;
  name: string;
  licences: number;
}

/** What is asked of districts above when a mail is written. */
export interface MailSources {
  /** What somebody with that address belongs to, where that is known and has a name. */
  readonly businessOf: (db: Db, address: string) => Promise<string | null>;
  readonly drawReport: (
    deps: Pick<Deps, 'database' | 'files'>,
    account: AccountId,
    content: object,
  ) => AsyncGenerator<Uint8Array>;
  readonly drawPaper: (
    deps: Pick<Deps, 'settings' | 'database' | 'files'>,
    paper: MailedPaper,
  ) => Promise<Uint8Array>;
  /** The picture of a logo, unless it was replaced meanwhile. */
  readonly logoOf: (
    deps: Pick<Deps, 'database' | 'files'>,
    account: AccountId,
    id: string,
  ) => Promise<{ content: Buffer } | undefined>;
}

/** What is the same for all mails of an installation. */
interface Sender {
  brand: string;
  /** Where links lead. */
  address: string;
  /** Where people sign in. */
  scheduler: string;
  secret: Buffer;
  keys: Keyring;
}

export function senderOf({ settings, database }: Pick<Deps, 'settings' | 'database'>): Sender {
  const address = publicAddress(settings);
  const scheduler = settings.SCHEDULER_URL ?? address;
  return { brand: settings.BRAND_NAME, address, scheduler, secret: database.secret, keys: database.keys };
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
  'bank details changed',
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
      `${business ?? 'Your business'} is set up in ${brand}. Sign in to see your plan and licences.`,
    ],
    button: { text: 'Sign in', url: `${scheduler}/login` },
  }),
  activation: ({ link }, sender) => ({
    subject: `Activate your ${sender.brand} account`,
    paragraphs: [
      'Hello,',
      `Thanks for registering with ${sender.brand}. There’s one step left: activate your account with the link below.`,
      'The link works once, for 48 hours.',
    ],
    button: {
      text: 'Activate my account',
      url: `${sender.address}/activate?token=${mailedToken(sender, link)}`,
    },
    footnote: `Didn’t register? Someone may have mistyped their address. You can ignore this email: no account is opened without this link.`,
  }),
  'already registered': (_, { brand, address, scheduler }, business) => ({
    subject: `You already have a ${brand} account`,
    paragraphs: [
      'Hello,',
      `Someone, probably you, tried to register with ${brand} using this address. You already have an account${at(business)}, so nothing has changed. Just sign in.`,
      `Forgot your password? Choose a new one: ${address}/forgot-password`,
    ],
    button: { text: 'Sign in', url: `${scheduler}/login` },
    footnote: 'Wasn’t you? You can ignore this email. Your account and password haven’t changed.',
  }),
  reset: ({ link }, sender, business) => ({
    subject: `Choose a new password for ${sender.brand}${at(business)}`,
    paragraphs: [
      'Hello,',
      `Someone, probably you, asked to reset the password of your ${sender.brand} account${at(business)}. Choose a new one with the link below.`,
      'The link works once, for one hour.',
    ],
    button: {
      text: 'Choose a new password',
      url: `${sender.address}/reset-password?token=${mailedToken(sender, link)}`,
    },
    footnote: 'Wasn’t you? You can ignore this email. Your password stays the same.',
  }),
  'password changed': (_, { brand, address }, business) => ({
    subject: `Your ${brand} password${at(business)} was changed`,
    paragraphs: [
      'Hello,',
      `The password of your ${brand} account${at(business)} has just been changed, and you’ve been signed out everywhere else.`,
      'If this was you, there’s nothing to do. If it wasn’t, choose a new password now.',
    ],
    button: { text: 'This wasn’t me', url: `${address}/forgot-password` },
  }),
  'bank details changed': ({ by, at: time, before, after }, { scheduler }, business) => ({
    subject: `The bank details on your invoices${at(business)} were changed`,
    paragraphs: [
      'Hello,',
      `${withoutLinks(by)} has just changed the bank details that invoices${at(business)} ask customers to pay to: ${moment(time)}.`,
      `Before: ${payToWords(before)}`,
      `From now on: ${payToWords(after)}`,
      'If you expected this, there’s nothing to do. If you didn’t, call the other owners, put the right details back and change your password. Invoices that are still to be paid ask for the new details from now on; what was already emailed or printed says the old ones.',
    ],
    button: { text: 'Check the bank details', url: `${scheduler}/settings/bank-details` },
    footnote: 'We email this to every owner whenever the bank details change.',
  }),
  subscription: ({ subject, paragraphs, button }, { scheduler }) => ({
    subject,
    paragraphs: ['Hello,', ...paragraphs],
    button: { text: button, url: `${scheduler}/licences` },
    footnote: 'We email this to every owner.',
  }),
  'new device': ({ device, at: time }, { brand, address }, business) => ({
    subject: `New sign-in to your ${brand} account${at(business)}`,
    paragraphs: [
      'Hello,',
      `Your ${brand} account${at(business)} was signed in to from a new device: ${device}, ${moment(time)}.`,
      'If this was you, there’s nothing to do. If it wasn’t, choose a new password now. That signs everyone else out.',
    ],
    button: { text: 'This wasn’t me', url: `${address}/forgot-password` },
  }),
  'enquiry received': ({ reference }, { brand }) => ({
    subject: `We received your enquiry ${reference}`,
    paragraphs: [
      'Hello,',
      `Thanks for asking about ${brand}. Your reference is ${reference}. We’ll be in touch within one business day.`,
    ],
    footnote: 'Didn’t send an enquiry? Someone may have mistyped their address. You can ignore this email.',
  }),
  'enquiry notice': ({ id, reference, name, licences }, { address }) => ({
    subject: `New enquiry ${reference}`,
    paragraphs: [`“${name}” is asking for ${amount(licences)}.`, 'It is due within one business day.'],
    button: enquiryButton(id, address),
  }),
  'suspicious enquiry notice': ({ id, reference, name, licences }, { address }) => ({
    subject: `Possible spam: enquiry ${reference}`,
    paragraphs: [
      `“${name}” is asking for ${amount(licences)}.`,
      'A hidden field was filled in, so this is probably a bot. The enquiry is in spam and we didn’t confirm it by email. A browser’s autofill can do this too: if it looks genuine, reopen it and reply.',
    ],
    button: enquiryButton(id, address),
  }),
  invitation: ({ business, link }, sender) => ({
    subject:
      business === null
        ? `Join the ${sender.brand} office`
        : `Your ${sender.brand} account for ${business} is ready`,
    paragraphs: [
      'Hello,',
      business === null
        ? `You’re invited to join the ${sender.brand} office. Enter your name and choose a password with the link below.`
        : `The ${sender.brand} account for ${business} is set up, and you’re its owner. Enter your name and choose a password with the link below.`,
      'The link works once, for 14 days.',
    ],
    button: {
      text: 'Choose my password',
      url: `${sender.address}/activate?invitation=${mailedToken(sender, link)}`,
    },
    footnote: 'Weren’t expecting this? You can ignore this email. No one can sign in without this link.',
  }),
  'team invitation': ({ business, inviter, role, link }, sender) => ({
    subject: `${inviter} invited you to ${business}`,
    paragraphs: [
      'Hello,',
      `${inviter} at ${business} has invited you to ${sender.brand} as ${role === 'owner' ? 'an' : 'a'} ${role}. Enter your name and choose a password with the link below.`,
      'The link works once, for 14 days.',
    ],
    button: {
      text: 'Choose my password',
      url: `${sender.address}/activate?invitation=${mailedToken(sender, link)}`,
    },
    footnote: `Don’t know ${business}? You can ignore this email. No one can sign in without this link.`,
  }),
  'of a business': (letter, sender) => ({
    subject: withoutLinks(letter.subject),
    // What people have typed is in here: none of it becomes a link.
    paragraphs: letter.paragraphs.map((one) => (typeof one === 'string' ? withoutLinks(one) : plain(one))),
    footnote: [letter.footnote, ...throughWhom(letter, sender.brand)].join(' '),
    ...(letter.letterhead && letterheadOf(letter.business, letter.letterhead)),
    ...callOf(letter),
    pages: (letter.pages ?? []).map(({ text, link }) => ({
      text: withoutLinks(text),
      url: `${sender.address}${pagePath(link.purpose)}${mailedToken(sender, link)}`,
    })),
    from: letter.new_since === undefined ? letter.business : `${letter.business} via ${sender.brand}`,
    ...(letter.reply_to !== '' && { replyTo: letter.reply_to }),
  }),
  'reply address': ({ link }, sender) => ({
    subject: 'Confirm this reply address',
    paragraphs: [
      'Hello,',
      `Someone wants customers’ replies to come to this address. If that’s you, sign in to ${sender.brand} as the owner, then open the link below.`,
    ],
    button: {
      text: 'Confirm this address',
      url: `${sender.scheduler}/settings/business?confirm=${mailedToken(sender, link)}`,
    },
    footnote: 'Weren’t expecting this? You can ignore this email. No replies come here without this link.',
  }),
};

/** Who they are in full, where the head of the mail has a picture in place of the name, or there is more to say. */
function letterheadOf(business: string, letterhead: Letterhead): Pick<Contents, 'letterhead' | 'identity'> {
  if (letterhead.logo === null && letterhead.registration.length === 0) return { letterhead };
  return { letterhead, identity: [business, ...letterhead.registration].map(withoutLinks).join(' · ') };
}

function plain({ title, time, text, facts, ...news }: News): News {
  return {
    ...news,
    title: withoutLinks(title),
    time: withoutLinks(time),
    text: text.split('\n').map(withoutLinks).join('\n'),
    facts: facts.map(([name, value]) => [name, withoutLinks(value)] as const),
  };
}

/** The one link in a mail of a business: to ring it. */
function callOf({ phone = '' }: { phone?: string }): Pick<Contents, 'button'> | undefined {
  const number = phone.replaceAll(/[^\d+]/g, '');
  if (!/\d{3}/.test(number)) return undefined;
  return { button: { text: `Call ${withoutLinks(phone)}`, url: `tel:${number}`, isCall: true } };
}

/** News as a text tells it, and whoever looks at a mail before it is sent. */
export function newsLines({ title, time, text, facts }: News): string[] {
  return [title, time, text, ...facts.map(([name, value]) => `${name}: ${value}`)].filter(
    (line) => line !== '',
  );
}

/** Whoever gets one of the first mails of an account can tell who has sent it, and by what. */
function throughWhom(
  { business, new_since }: { business: string; new_since?: string },
  brand: string,
): string[] {
  if (new_since === undefined) return [];
  const since = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' });
  return [
    `${business} sends this through ${brand}, which it has used since ${since.format(new Date(new_since))}. Don’t know ${business}? Don’t reply, and don’t pay or share anything.`,
  ];
}

function payToWords(lines: readonly string[]): string {
  return lines.length === 0 ? 'none.' : `${lines.map(withoutLinks).join('; ')}.`;
}

function amount(licences: number): string {
  return licences === 1 ? '1 licence' : `${licences} licences`;
}

function enquiryButton(id: string, address: string) {
  return { text: 'Open the enquiry', url: `${address}/office/enquiries/${id}` };
}

/** The same letter of a business whose logo is not there any more. */
export function withoutLogo(letter: Letter): Letter {
  if (letter.template !== 'of a business' || !letter.letterhead) return letter;
  return { ...letter, letterhead: { ...letter.letterhead, logo: null } };
}

/** Writes the mail; undefined for a letter that is never sent. */
export function writeMail(letter: Letter, sender: Sender, business: string | null): Mail | undefined {
  if (letter.template === 'nothing') return undefined;
  const template = templates[letter.template] as (...given: [Written, Sender, string | null]) => Contents;
  // Their own people have typed it, and it goes into headers.
  const contents = template(letter, sender, business === null ? null : withoutLinks(business));
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

/** In the time zone of most readers. The text names the zone, because some readers live in another one. */
function moment(at: string): string {
  return new Intl.DateTimeFormat('en-AU', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'Australia/Sydney',
  }).format(new Date(at));
}

/** What a mail says, before it looks like one. */
interface Contents {
  subject: string;
  paragraphs: (string | News)[];
  button?: { text: string; url: string; isCall?: boolean };
  /** Before it: where there is more to see. */
  pages?: { text: string; url: string }[];
  /** In small print, below. */
  footnote?: string;
  /** Who a business is, in full, at the very end. */
  identity?: string;
  letterhead?: Letterhead;
  /** In place of our own name: whoever gets it knows the business, and may never have heard of us. */
  from?: string;
  replyTo?: string;
}

/** Who can be rung stands in a paragraph already. */
function asText({ paragraphs, button, pages = [], footnote, identity }: Contents): string {
  const parts = [
    ...paragraphs.map((one) => (typeof one === 'string' ? one : newsLines(one).join('\n'))),
    ...pages.map(({ text, url }) => `${text}: ${url}`),
    button && !button.isCall ? `${button.text}: ${button.url}` : undefined,
    footnote,
    identity,
  ];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/** The id by which the HTML of a mail names the picture that comes with it. */
export const LOGO_CID = 'logo@muster';
/** No wider than half of a phone, no higher than three lines. */
const LOGO_FRAME = { width: 240, height: 72 };

const light = { page: '#f8f6f2', card: PAPER, text: INK, muted: '#645d53', line: '#e2ddd4' };
const dark = { page: '#151412', card: DARK_PAPER, text: LIGHT_INK, muted: '#a8a196', line: '#322e29' };
const FONT = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * The one look of all mails: one table, a row for each thing. Everything that is put in is text, and is escaped. Tables and inline
 * styles are what mail programs agree on; those that know dark mode find the dark colours in the head. What is missing where pictures
 * are blocked is the logo alone, and its words take its place.
 */
function asHtml(contents: Contents, brand: string): string {
  const { subject, paragraphs, button, pages = [], footnote, identity, letterhead, from } = contents;
  const colour = letterhead?.colour ?? OUR_COLOUR;
  const [onCard, onDark] = [
    legibleOn(light.card, colour, light.text),
    colour === OUR_COLOUR ? OURS_IN_THE_DARK : legibleOn(dark.card, colour, dark.text),
  ];
  const rows = paragraphs.flatMap((one) =>
    typeof one === 'string' ? [row(escapeHtml(one))] : newsRows(one, onCard),
  );
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyle(colour, onDark)}</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:${light.page};color:${light.text}">
<table role="presentation" class="card" align="center" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;margin:0 auto;border-collapse:separate;background:${light.card};border:1px solid ${light.line};border-top:4px solid ${colour};border-radius:8px;color:inherit;font:16px/1.5 ${FONT};text-align:left">
${row(brandOf(from ?? brand, letterhead, onCard), '24px')}
${rows.join('\n')}
${pages.map((page) => asButton(page, colour, onCard)).join('')}${button ? asButton(button, colour, onCard) : ''}${footnote ? asFootnote([footnote, identity]) : ''}
<tr><td colspan="2" style="padding:0 0 24px;font-size:0;line-height:0">&nbsp;</td></tr>
</table>
</body>
</html>`;
}

/** Across the card; the space is above, because a row has no margin. */
function row(html: string, above = '16px', style = '', name = ''): string {
  return `<tr><td colspan="2"${name && ` class="${name}"`} style="padding:${above} 24px 0;overflow-wrap:anywhere;${style}">${html}</td></tr>`;
}

/** The logo, with words that look like the name where pictures are blocked; or the name. */
function brandOf(name: string, letterhead: Letterhead | undefined, colour: string): string {
  const style = `color:${colour};font-size:20px;line-height:1.3;font-weight:bold`;
  if (!letterhead?.logo) return `<span class="brand" style="${style}">${escapeHtml(name)}</span>`;
  // The height follows, so that the name has as many lines as it takes.
  const { width } = fitted(letterhead.logo, LOGO_FRAME);
  return `<img class="logo brand" src="cid:${LOGO_CID}" width="${width}" alt="${escapeHtml(name)}" style="display:block;width:${width}px;height:auto;border:0;${style}">`;
}

function newsRows({ title, time, isOff = false, text, facts }: News, colour: string): string[] {
  const largest = `font-size:26px;line-height:1.25;font-weight:bold${isOff ? ';text-decoration:line-through' : ''}`;
  return [
    row(escapeHtml(title), '24px', `color:${colour};font-weight:bold`, 'brand'),
    ...(time === '' ? [] : [row(escapeHtml(time), '4px', largest)]),
    ...text.split('\n').flatMap((line) => (line === '' ? [] : [row(escapeHtml(line), '8px')])),
    ...facts.map(
      ([name, value], at) =>
        `<tr><td class="quiet" width="96" valign="top" style="width:96px;padding:${at === 0 ? 12 : 4}px 0 0 24px;color:${light.muted}">${escapeHtml(name)}</td><td valign="top" style="padding:${at === 0 ? 12 : 4}px 24px 0 8px;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
    ),
  ];
}

/** A logo without holes is on its own ground; round it, so that white is a label in the dark and not a hole. */
function darkStyle(colour: string, legible: string): string {
  const [ground, text] = colour === OUR_COLOUR ? [OURS_IN_THE_DARK, '#06201d'] : [colour, textOn(colour)];
  return `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:${dark.page}!important;color:${dark.text}!important}
.card{background:${dark.card}!important;border-color:${dark.line}!important;border-top-color:${colour}!important}
.brand,.address{color:${legible}!important}
.logo{padding:8px!important;border-radius:6px!important;background:${light.card}!important;color:${light.text}!important}
.button{background:${ground}!important;color:${text}!important;border-color:${edgeOf(ground, dark.card, dark.text)}!important}
.quiet{color:${dark.muted}!important;border-color:${dark.line}!important}
}`;
}

/** A button that is hardly seen on its ground has an edge. */
function edgeOf(colour: string, ground: string, otherwise: string): string {
  return standsOut(colour, ground) ? colour : otherwise;
}

/** The address is written out too, for programs and people that mistrust a button; a number is in its words. */
function asButton(
  { text, url, isCall }: NonNullable<Contents['button']>,
  colour: string,
  legible: string,
): string {
  const href = escapeHtml(url);
  const edge = edgeOf(colour, light.card, light.text);
  const button = `<a class="button" style="display:inline-block;padding:12px 20px;border:1px solid ${edge};border-radius:8px;background:${colour};color:${textOn(colour)};font-weight:bold;text-decoration:none" href="${href}">${escapeHtml(text)}</a>`;
  if (isCall) return row(button, '20px');
  return `${row(button, '24px')}
${row(`Button not working? Copy this address into your browser:<br><a class="address" style="color:${legible};word-break:break-all" href="${href}">${href}</a>`, '24px', `color:${light.muted};font-size:14px`, 'quiet')}`;
}

function asFootnote(parts: readonly (string | undefined)[]): string {
  const text = parts
    .filter((part) => part !== undefined)
    .map(escapeHtml)
    .join('<br>');
  return `
<tr><td colspan="2" style="padding:24px 24px 0"><div class="quiet" style="padding-top:16px;border-top:1px solid ${light.line};color:${light.muted};font-size:14px;overflow-wrap:anywhere">${text}</div></td></tr>`;
}
