import { paymentMethods } from '../payments/rules.ts';

/** The ways of paying that settle to accounts of their own there: a card on a terminal is paid out otherwise than one that Stripe took. */
export const bookWays = [...paymentMethods, 'terminal'] as const;
export type BookWay = (typeof bookWays)[number];

/** What of ours is known to the program for accounts. What is paid with what is a payment of its own there, one for each invoice. */
export const bookNouns = ['contact', 'invoice', 'credit note', 'allocation'] as const;
export type BookNoun = (typeof bookNouns)[number];

/** In which order things go over that were made at the same time: each refers to those before it. */
const parts: Readonly<Record<BookNoun, number>> = { contact: 0, invoice: 1, 'credit note': 2, allocation: 3 };

export function partOf(noun: BookNoun): number {
  return parts[noun];
}

export function nounOf(part: number): BookNoun {
  return bookNouns.find((noun) => parts[noun] === part)!;
}

/** What differs between the two sides, or cannot be decided by a program. */
export const differenceKinds = [
  'which contact',
  'contact gone there',
  'number taken',
  'total',
  'owed',
  'voided there',
  'missing there',
  'payment there',
  'payment gone there',
  'payment reversed later',
  'payment kept there',
  'contact refused',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export const differenceAnswers = [
  'send ours',
  'take theirs',
  'remove there',
  'link',
  'new contact',
  'leave',
] as const;
export type DifferenceAnswer = (typeof differenceAnswers)[number];

/** How each can be mended. What another program has is never changed or removed unless somebody presses for it. */
const answersTo: Readonly<Record<DifferenceKind, readonly DifferenceAnswer[]>> = {
  'which contact': ['link', 'new contact'],
  'contact gone there': ['link', 'new contact'],
  'number taken': ['link', 'send ours', 'leave'],
  total: ['send ours', 'leave'],
  owed: ['leave'],
  'voided there': ['send ours', 'leave'],
  'missing there': ['send ours', 'leave'],
  'payment there': ['take theirs', 'leave'],
  'payment gone there': ['send ours', 'take theirs', 'leave'],
  'payment reversed later': ['remove there', 'leave'],
  'payment kept there': ['send ours', 'leave'],
  'contact refused': ['leave'],
};

/** How one can be mended: what is linked has to be there. */
export function answersFor({
  kind,
  theirs,
}: {
  readonly kind: DifferenceKind;
  readonly theirs: readonly unknown[];
}): DifferenceAnswer[] {
  return answersTo[kind].filter((answer) => answer !== 'link' || theirs.length > 0);
}

/** Whether what was paid counts no more from a later month on: to remove it in the books would change a month that may have been reported. */
export function isReversedLater(paid: {
  /** The day on which it is in the books: what is left of a payment keeps the day of the whole. */
  readonly booked_on: string;
  /** The same day where it was recorded by mistake. */
  readonly released_on: string | null;
}): boolean {
  return paid.released_on !== null && paid.released_on.slice(0, 7) > paid.booked_on.slice(0, 7);
}

/** Until it is mended, nothing else goes over for this document. */
export const stopsItsDocument: ReadonlySet<DifferenceKind> = new Set([
  'number taken',
  'total',
  'voided there',
  'missing there',
]);

/** One of our customers, by what a contact there is compared with. */
export interface BookCustomer {
  readonly id: string;
  readonly name: string;
  readonly abn: string | null;
  readonly email: string;
}

/** A contact there that may be one of our customers. */
export interface BookContact {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly abn: string;
  readonly email: string;
}

export type ContactMatch =
  | { readonly is: 'same'; readonly contact: BookContact; readonly isOurs: boolean }
  | { readonly is: 'unsure'; readonly contacts: readonly BookContact[] }
  | { readonly is: 'new'; readonly name: string };

const digits = (text: string) => text.replaceAll(/\D/g, '');
const plain = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/**
 * Which contact a customer is, by our own number, the ABN, the email and the name, in this order. Where more than one fits as well, or
 * one fits by one sign and is contradicted by a stronger one, nobody guesses. A contact that is another customer of ours is none.
 */
export function matchedContact(
  customer: BookCustomer,
  contacts: readonly BookContact[],
  taken: ReadonlySet<string>,
): ContactMatch {
  const own = contacts.find(({ number }) => number === customer.id);
  if (own) return { is: 'same', contact: own, isOurs: true };
  const free = contacts.filter(({ id }) => !taken.has(id));
  const abn = customer.abn === null ? '' : digits(customer.abn);
  const signs: ((contact: BookContact) => boolean)[] = [
    (contact) => abn !== '' && digits(contact.abn) === abn,
    (contact) => customer.email !== '' && plain(contact.email) === plain(customer.email),
    (contact) => plain(contact.name) === plain(customer.name),
  ];
  for (const [at, sign] of signs.entries()) {
    let fitting = free.filter(sign);
    // Of several with one ABN the one with the same email is meant, and so on.
    for (const finer of signs.slice(at + 1)) {
      const finest = fitting.length > 1 ? fitting.filter(finer) : [];
      if (finest.length > 0) fitting = finest;
    }
    const [first, ...others] = fitting;
    if (!first) continue;
    const contradicts = abn !== '' && first.abn !== '' && digits(first.abn) !== abn;
    // Agents have one address for many owners.
    const isOnlyMail = at === 1 && plain(first.name) !== plain(customer.name);
    return others.length > 0 || contradicts || isOnlyMail
      ? { is: 'unsure', contacts: fitting }
      : { is: 'same', contact: first, isOurs: false };
  }
  return { is: 'new', name: freeName(customer.name, contacts) };
}

/** Finds the contacts that may be a customer by any sign, in a list of whatever length. */
export function contactIndex<C extends BookContact>(contacts: readonly C[]): (customer: BookCustomer) => C[] {
  const bySign = new Map<string, Set<C>>();
  const signs = ({ number, abn, email, name }: Omit<BookContact, 'id'>) =>
    [`number ${number}`, `abn ${digits(abn)}`, `email ${plain(email)}`, `name ${plain(name)}`].filter(
      (sign) => !sign.endsWith(' '),
    );
  for (const contact of contacts)
    for (const sign of signs(contact)) bySign.set(sign, (bySign.get(sign) ?? new Set()).add(contact));
  return ({ id, abn, email, name }) => {
    const found = new Set<C>();
    for (const sign of signs({ number: id, abn: abn ?? '', email, name }))
      for (const contact of bySign.get(sign) ?? []) found.add(contact);
    return [...found];
  };
}

/** Two contacts never have one name there: ours is told apart by a number. */
export function freeName(name: string, contacts: readonly Pick<BookContact, 'name'>[]): string {
  const taken = new Set(contacts.map((contact) => plain(contact.name)));
  if (!taken.has(plain(name))) return name;
  for (let n = 2; ; n += 1) if (!taken.has(plain(`${name} (${n})`))) return `${name} (${n})`;
}

/** Whether it is this name, told apart by a number. */
export function isNumbered(there: string, name: string): boolean {
  const [own, number] = [plain(there), plain(name)];
  return own.startsWith(`${number} (`) && /^ \(\d+\)$/.test(own.slice(number.length));
}

/** What had no answer so often has something in it that the other side does not bear: it is set aside, and the others go on. */
export const MOST_TRIES = 6;
