import type { Contact } from './schema.ts';

/** Somebody at a customer who may hear of a visit. */
type Reachable = Pick<Contact, 'id' | 'name' | 'role' | 'phone' | 'email' | 'site_id' | 'tell_visits'>;

/** Of the site of the visit, of the customer, or of another of the customer's sites. */
interface AtCustomer {
  readonly customer: {
    readonly name: string;
    readonly phone: string;
    readonly email: string;
    /** Whether they hear of visits at all, unless a contact is chosen for it. */
    readonly tell_by_mail: boolean;
  };
  readonly site: string;
  readonly contacts: readonly Reachable[];
  /** Whether texts can leave, so that a mobile number will do. */
  readonly hasTexts?: boolean;
}

export interface Recipient {
  /** Null: the customer itself. */
  readonly contact_id: string | null;
  readonly name: string;
  readonly phone: string;
  /** Empty where there is none: then they can at most be texted. */
  readonly email: string;
}

/**
 * Who is told of a visit: the contacts who are chosen, and whoever is at the site, unless they are not to be. Where none of them can
 * be, the customer; and where they have no address, somebody of theirs who has one. Each address once. Whoever was chosen and has no
 * address is among them, so that it can be said that they were not told. Nobody where nobody is to be.
 */
export function recipientsOf({ customer, site, contacts, hasTexts = false }: AtCustomer): Recipient[] {
  const isReached = ({ email, phone }: Pick<Reachable, 'email' | 'phone'>) =>
    email !== '' || (hasTexts && isMobile(phone));
  const here = contacts.filter(({ site_id, tell_visits }) => tell_visits !== 'no' && isHere(site_id, site));
  const isUsual = customer.tell_by_mail;
  const chosen = here.filter(
    ({ site_id, tell_visits }) => tell_visits === 'yes' || (isUsual && site_id === site),
  );
  const reached = chosen.filter(isReached);
  const unreached = chosen.filter((one) => !isReached(one) && one.tell_visits === 'yes');
  if (reached.length > 0) return eachOnce([...reached, ...unreached].map(recipient), hasTexts);
  const instead = isReached(customer)
    ? undefined
    : here.find((one) => isReached(one) && one.site_id === null);
  const itself = { contact_id: null, ...customer };
  return [
    ...(isUsual ? [instead ? recipient(instead) : recipientOf(itself)] : []),
    ...unreached.map(recipient),
  ];
}

function isHere(site_id: string | null, site: string): boolean {
  return site_id === null || site_id === site;
}

function recipient({ id, ...rest }: Reachable): Recipient {
  return recipientOf({ contact_id: id, ...rest });
}

function recipientOf({ contact_id, name, phone, email }: Recipient): Recipient {
  return { contact_id, name, phone, email };
}

/** Whoever is reached at no address, or number, that somebody before them is not, is reached with them. */
function eachOnce(all: readonly Recipient[], hasTexts: boolean): Recipient[] {
  const marksOf = ({ email, phone }: Recipient) => [
    ...(email === '' ? [] : [email]),
    ...(hasTexts && isMobile(phone) ? [dialled(phone)] : []),
  ];
  return all.filter((one, at) => {
    const before = new Set(all.slice(0, at).flatMap(marksOf));
    const marks = marksOf(one);
    return marks.length === 0 || marks.some((mark) => !before.has(mark));
  });
}

/** Somebody with a number. */
export interface Ringable {
  readonly name: string;
  readonly phone: string;
}

type Person = Ringable & Pick<Contact, 'role' | 'site_id'>;

interface People {
  readonly customer: Ringable;
  readonly contacts: readonly Person[];
}

/** Somebody to ring, and who they are to the visit, in a word or two. */
export interface ToRing extends Ringable {
  readonly role: string;
  readonly who: string;
}

/**
 * Whom to ring about a visit, each number once: who is at the site, then a tenant whom the customer has named, then the customer, who
 * may be the owner of the building and far away, and last the customer's other people. A number that is somebody's is called by their name.
 */
export function toRing(people: People, site: string): ToRing[] {
  const all = ranked(people, site).filter(({ phone }) => phone !== '');
  const isSame = (a: Ringable, b: Ringable) => dialled(a.phone) === dialled(b.phone);
  return all
    .filter((one, at) => all.findIndex((other) => isSame(one, other)) === at)
    .map((one) => all.find((other) => isSame(one, other) && other.rank !== 2) ?? one)
    .map(({ name, phone, role, rank }) => ({
      name,
      phone,
      role,
      who: role || unnamedRoles[rank] || 'Contact',
    }));
}

/** Who is most likely at the site of a visit, and as what: with a number or without. */
export function whoIsThere(people: People, site: string): { name: string; as: string } {
  const { name, role, rank } = ranked(people, site)[0]!;
  return { name, as: role || unnamedRoles[rank] || 'Contact' };
}

/** In the order in which they are asked for: the site's, a tenant, the customer itself, others. */
function ranked({ customer, contacts }: People, site: string) {
  const rank = ({ site_id, role }: Person) => (site_id === site ? 0 : /\btenant\b/i.test(role) ? 1 : 3);
  return [
    ...contacts
      .filter(({ site_id }) => site_id === null || site_id === site)
      .map((one) => ({ name: one.name, phone: one.phone, role: one.role, rank: rank(one) })),
    { name: customer.name, phone: customer.phone, role: '', rank: 2 },
  ].toSorted((a, b) => a.rank - b.rank);
}

/** What somebody is of whom nobody has said it. */
const unnamedRoles: Readonly<Record<number, string>> = { 0: 'Site contact', 2: 'Customer' };

/** A number as a phone dials it. */
export function dialled(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '');
}

/** Whether it can get messages. Of numbers that are not Australian nobody knows. */
export function isMobile(phone: string): boolean {
  const digits = dialled(phone);
  if (/^(?:\+?61|0011?61)?0?[23578]\d{8}$/.test(digits) || /^1[38]\d+$/.test(digits)) return false;
  return /^(?:\+?61|0)4\d{8}$/.test(digits) || /^\+(?!61)\d{7,}$/.test(digits);
}
