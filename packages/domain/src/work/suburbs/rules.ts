/** The states and territories, as addresses abbreviate them. */
export const regions = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT'] as const;

export type Region = (typeof regions)[number];

const zones: Record<Region, string> = {
  NSW: 'Australia/Sydney',
  ACT: 'Australia/Sydney',
  VIC: 'Australia/Melbourne',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  WA: 'Australia/Perth',
  TAS: 'Australia/Hobart',
  NT: 'Australia/Darwin',
};

/** Places whose clocks are not those of the state that their address names: by postcode, and by name where it is not all of it. */
const exceptions: readonly { postcode: string; names?: readonly string[]; zone: string }[] = [
  // The county of Yancowinna keeps the time of Adelaide, from where its railway came. The rest of the postcode, up to Tibooburra, does not.
  {
    postcode: '2880',
    names: [
      'Broken Hill',
      'Broken Hill North',
      'Broken Hill West',
      'South Broken Hill',
      'Silverton',
      'Stephens Creek',
      'Mount Gipps',
      'Kinalung',
    ],
    zone: 'Australia/Broken_Hill',
  },
  // Half an hour ahead of Sydney, and daylight saving moves its clocks by half an hour.
  { postcode: '2898', zone: 'Australia/Lord_Howe' },
  // The road houses along the Eyre Highway agreed on a time between those of Perth and Adelaide.
  {
    postcode: '6443',
    names: ['Eucla', 'Mundrabilla', 'Madura', 'Cocklebiddy'],
    zone: 'Australia/Eucla',
  },
  { postcode: '5690', names: ['Border Village'], zone: 'Australia/Eucla' },
  // Territories far out at sea, which have the postcodes of New South Wales and Western Australia.
  { postcode: '2899', zone: 'Pacific/Norfolk' },
  { postcode: '6798', zone: 'Indian/Christmas' },
  { postcode: '6799', zone: 'Indian/Cocos' },
];

/** Every zone in which somebody of ours may work. */
export const zonesOfAustralia: readonly string[] = [
  ...new Set([...Object.values(zones), ...exceptions.map(({ zone }) => zone)]),
];

export function zoneOfRegion(region: Region): string {
  return zones[region];
}

export function zoneOfSuburb({
  name,
  region,
  postcode,
}: {
  name: string;
  region: Region;
  postcode: string;
}): string {
  const exception = exceptions.find(
    (place) => place.postcode === postcode && (place.names?.includes(name) ?? true),
  );
  return exception?.zone ?? zones[region];
}

/** From capitals to how a suburb is written: "MCMAHONS POINT" is McMahons Point, "O'CONNOR" O'Connor. */
export function suburbName(capitals: string): string {
  return capitals
    .toLowerCase()
    .replaceAll(/(?<![\p{L}'])\p{L}|(?<=\bo')\p{L}|(?<=\bmc)\p{L}(?=\p{L}{2})/gu, (letter) =>
      letter.toUpperCase(),
    )
    .replaceAll(/\b(Of|The|And|On)\b(?<=\s\w+)(?=\s)/g, (word) => word.toLowerCase());
}

/** What somebody typed into a search for a suburb: a postcode or its beginning, a state, and a name or a part of it. */
export interface SuburbSearch {
  readonly name: string;
  readonly postcode: string | undefined;
  readonly region: Region | undefined;
}

export function readSuburbSearch(text: string): SuburbSearch {
  const words = text.trim().split(/[\s,]+/);
  const postcode = words.find((word) => /^\d{1,4}$/.test(word));
  // "SA" alone may be the beginning of Salisbury: a state comes behind a name or beside a postcode.
  const region =
    regions.find((region) => words.length > 1 && words.at(-1)?.toUpperCase() === region) ??
    regions.find(
      (region) => words.length > 2 && words.at(-2)?.toUpperCase() === region && words.at(-1) === postcode,
    );
  const name = words.filter((word) => word !== postcode && word.toUpperCase() !== region).join(' ');
  return { name: name.toLowerCase(), postcode, region };
}

/** With its territories: from the Cocos Islands to Norfolk, and from Torres Strait to Tasmania. */
export function isInAustralia({
  latitude,
  longitude,
}: {
  readonly latitude: number;
  readonly longitude: number;
}): boolean {
  return latitude > -44 && latitude < -9 && longitude > 96 && longitude < 168;
}
