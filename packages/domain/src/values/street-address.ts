/** How the kinds of streets are shortened, by the word that is meant. */
const kinds: Readonly<Record<string, string>> = {
  alley: 'al aly',
  avenue: 'av ave aven',
  boulevard: 'bvd blvd bld boul',
  circle: 'cir',
  circuit: 'cct cirt crct',
  close: 'cl',
  court: 'ct crt',
  crescent: 'cr cres crs cresc',
  drive: 'dr drv dve',
  esplanade: 'esp espl',
  grove: 'gr gve',
  highway: 'hwy hway',
  lane: 'ln la',
  mount: 'mt',
  parade: 'pde par',
  parkway: 'pkwy pky pwy',
  place: 'pl plc',
  road: 'rd',
  square: 'sq',
  street: 'st str',
  terrace: 'tce ter terr',
  way: 'wy',
  north: 'n nth',
  south: 's sth',
  east: 'e',
  west: 'w',
};
const meant = new Map(
  Object.entries(kinds).flatMap(([word, short]) => short.split(' ').map((one) => [one, word] as const)),
);

/** Ends of words that are no kind of street: where something lies, and a mountain. */
const noKinds = new Set(['mount', 'north', 'south', 'east', 'west']);
/** Streets that are called nothing else: 1 Broadway. */
const alone = new Set(
  'broadway esplanade boulevard boulevarde strand corso promenade quay mall parade'.split(' '),
);

/** Whether a word says what kind of street a name before it is, in full or shortened. */
export function isStreetKind(word: string): boolean {
  const kind = meant.get(word) ?? word;
  return kind in kinds ? !noKinds.has(kind) : alone.has(kind);
}

/** Whether a word names a street by itself, behind a number. */
export function isStreetAlone(word: string): boolean {
  return alone.has(meant.get(word) ?? word);
}

/** "Unit 3, 12", "U3/12", "Apt. 3 / 12" and "3/12" are one door. */
const unit =
  /^(?:unit|un|u|apartment|apt|flat|fl|suite|ste|shop|villa|townhouse|th)\s*(\d+[a-z]?)(?:\s*[/-]\s*|\s+)(?=\d)/;
const slashed = /^(\d+[a-z]?)\s*\/\s*(?=\d)/;

/**
 * What two ways to write one street address have in common: small letters, no punctuation, "St" as Street and "Unit 3/12" as 3/12. For
 * comparing alone; people are shown what somebody wrote.
 */
export function addressKey(address: string): string {
  const words = address
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/\s*-\s*/g, '-')
    .replaceAll(/[^\p{L}\p{N}/-]+/gu, ' ')
    .trim()
    .replace(/^no\s+(?=\d)/, '')
    .replace(unit, '$1/')
    .replace(slashed, '$1/')
    .split(' ');
  // "St" in front of a name is a saint, and "N" there is a name as well: a kind of street comes behind one.
  const first = words.findIndex((word) => /^\p{L}{2}/u.test(word));
  return words
    .map((word, at) => {
      if (at > first && first >= 0) return meant.get(word) ?? word;
      return word === 'st' ? 'saint' : word === 'mt' ? 'mount' : word;
    })
    .join(' ');
}

/** What two sites at one door have in common: the street address, in the same suburb. */
export function siteKey({
  address = '',
  suburb_id = null,
}: {
  readonly address?: string;
  readonly suburb_id?: number | null;
}): string {
  return `${suburb_id ?? ''} ${addressKey(address)}`;
}
