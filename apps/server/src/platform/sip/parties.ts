import { type Address, addressIn, headerOf, type SipRequest, userIn, valuesOf } from './message.ts';

/** Names that stand where nobody is to be named. */
const nobody = new Set(['', 'anonymous', 'restricted', 'unavailable', 'unknown', 'private', 'withheld']);
const hiding = new Set(['id', 'user', 'header', 'critical', 'full', 'uri']);

/**
 * Who is calling, as the exchange writes it; null where that is withheld. What the exchange vouches for comes before what the caller says:
 * such words are believed because nobody but the exchange is heard at all.
 */
export function callerOf(invite: SipRequest): string | null {
  const vouched = valuesOf(invite, 'p-asserted-identity').map(addressIn);
  const remote = valuesOf(invite, 'remote-party-id').map(addressIn);
  const said = addressIn(headerOf(invite, 'from'));
  const isHidden =
    headerOf(invite, 'privacy')
      .split(';')
      .some((wish) => hiding.has(wish.trim().toLowerCase())) ||
    remote.some(({ parameters }) => hiding.has((parameters.get('privacy') ?? 'off').toLowerCase())) ||
    isNobody(said);
  if (isHidden) return null;
  const callers = remote.filter(({ parameters }) => (parameters.get('party') ?? 'calling') === 'calling');
  return [...vouched, ...callers, said].map(partyIn).find((party) => party !== '') ?? null;
}

function isNobody({ name, uri }: Address): boolean {
  const host = uri.slice(uri.lastIndexOf('@') + 1).toLowerCase();
  return (
    nobody.has(userIn(uri).toLowerCase()) ||
    name.toLowerCase() === 'anonymous' ||
    host === 'anonymous.invalid'
  );
}

/**
 * The numbers that may have been called, the likeliest first: what the exchange says was called, what was called before it was passed on,
 * to whom the call is addressed, and where it was sent.
 */
export function calledIn(invite: SipRequest): string[] {
  const called = [
    ...valuesOf(invite, 'p-called-party-id'),
    ...valuesOf(invite, 'diversion').reverse(),
    headerOf(invite, 'to'),
    invite.uri,
  ];
  const parties = called.map((value) => partyIn(addressIn(value))).filter((party) => party !== '');
  return [...new Set(parties)];
}

/** Longer ones are no numbers. */
const MOST_SIGNS = 64;

function partyIn({ uri }: Address): string {
  // What is written as %00 becomes a sign that no database keeps.
  const user = userIn(uri)
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  if (user.length > MOST_SIGNS || nobody.has(user.toLowerCase())) return '';
  return /^\+?[\d ().-]+$/.test(user) ? user.replaceAll(/[ ().-]/g, '') : user;
}
