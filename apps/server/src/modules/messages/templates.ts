import type { Deps } from '../../platform/deps.ts';
import { escapeHtml } from '../../platform/site/html.ts';
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

interface Contents {
  subject: string;
  paragraphs: string[];
  button?: { text: string; url: string };
  /** In small print, below. */
  footnote?: string;
}

type Written = Exclude<Letter, { template: 'nothing' }>;
type Templates = {
  [T in Written['template']]: (letter: Extract<Written, { template: T }>, sender: Sender) => Contents;
};

const templates: Templates = {
  welcome: ({ first_name }, { brand, scheduler }) => ({
    subject: `Welcome to ${brand}`,
    paragraphs: [
      `Hello ${first_name},`,
      `Your business is set up in ${brand}. Sign in to see your plan and your licences.`,
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
  'already registered': (_, { brand, address, scheduler }) => ({
    subject: `You already have a ${brand} account`,
    paragraphs: [
      'Hello,',
      `Somebody, probably you, registered with ${brand} under this address. You already have an account, so nothing has changed: just sign in.`,
      `Forgotten your password? Choose a new one: ${address}/forgot-password`,
    ],
    button: { text: 'Sign in', url: `${scheduler}/login` },
    footnote:
      'It was not you? Then you need not do anything: your account and your password are as they were.',
  }),
  reset: ({ link }, sender) => ({
    subject: `Choose a new password for ${sender.brand}`,
    paragraphs: [
      'Hello,',
      `Somebody, probably you, asked for a new password for your ${sender.brand} account. Choose it with the link below.`,
      'The link works once, for one hour.',
    ],
    button: {
      text: 'Choose a new password',
      url: `${sender.address}/reset-password?token=${tokenOf(link, sender)}`,
    },
    footnote: 'It was not you? Then you need not do anything: your password stays as it is.',
  }),
  'password changed': (_, { brand, address }) => ({
    subject: `Your ${brand} password was changed`,
    paragraphs: [
      'Hello,',
      `The password of your ${brand} account was changed just now, and every other session was signed out.`,
      'It was you? Then all is well. If it was not, choose a new password at once.',
    ],
    button: { text: 'It was not me', url: `${address}/forgot-password` },
  }),
  'new device': ({ device, at }, { brand, address }) => ({
    subject: `New sign-in to your ${brand} account`,
    paragraphs: [
      'Hello,',
      `Your ${brand} account was signed in to from a device that we have not seen before: ${device}, ${moment(at)}.`,
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
    subject: business === null ? `Join the ${sender.brand} office` : `Your ${sender.brand} account is ready`,
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
};

function amount(licences: number): string {
  return licences === 1 ? 'one licence' : `${licences} licences`;
}

function enquiryButton(id: string, address: string) {
  return { text: 'Open the enquiry', url: `${address}/office/enquiries/${id}` };
}

/** Writes the mail; undefined for a letter that is never sent. */
export function writeMail(letter: Letter, sender: Sender): Mail | undefined {
  if (letter.template === 'nothing') return undefined;
  const template = templates[letter.template] as (letter: Written, sender: Sender) => Contents;
  const contents = template(letter, sender);
  return { to: letter.to, subject: contents.subject, html: asHtml(contents, sender), text: asText(contents) };
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

function asText({ paragraphs, button, footnote }: Contents): string {
  const parts = [...paragraphs, button && `${button.text}: ${button.url}`, footnote];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/**
 * The one look of all mails. Everything that is put in is text, and is escaped. Tables and inline styles are what mail
 * programs agree on; those that know dark mode find the dark colours in the head.
 */
function asHtml({ subject, paragraphs, button, footnote }: Contents, { brand }: Sender): string {
  const text = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`);
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f8f6f2;color:#1f1c18">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #e2ddd4;border-radius:8px">
<tr><td style="padding:32px;font:16px/1.5 Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;text-align:left">
<p class="brand" style="margin:0 0 24px;color:#0f766e;font-size:20px;font-weight:bold">${escapeHtml(brand)}</p>
${text.join('\n')}${button ? asButton(button) : ''}${footnote ? asFootnote(footnote) : ''}
</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
}

const DARK = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#151412!important;color:#ece8e1!important}
.card{background:#1e1c19!important;border-color:#322e29!important}
.brand,.address{color:#4fbdb0!important}
.button{background:#4fbdb0!important;color:#06201d!important}
.quiet{color:#a8a196!important;border-color:#322e29!important}
}`;

/** The address is written out too, for programs and people that mistrust a button. */
function asButton({ text, url }: NonNullable<Contents['button']>): string {
  const href = escapeHtml(url);
  return `
<p style="margin:24px 0"><a class="button" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;font-weight:bold;text-decoration:none" href="${href}">${escapeHtml(text)}</a></p>
<p class="quiet" style="margin:0 0 16px;color:#645d53;font-size:14px">The button does not work? Copy this address into your browser:<br><a class="address" style="color:#0f766e;word-break:break-all" href="${href}">${href}</a></p>`;
}

function asFootnote(text: string): string {
  return `
<p class="quiet" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e2ddd4;color:#645d53;font-size:14px">${escapeHtml(text)}</p>`;
}
