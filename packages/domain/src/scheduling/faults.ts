/** Something about a problem that nobody could plan with. */
export type Fault = {
  readonly code: FaultCode;
  /** What it concerns: "visit v12", "shift mon of technician dave". */
  readonly of: string;
  /** The name or number that is wrong. */
  readonly value?: string | number;
};

export type FaultCode = keyof typeof phrases;

const phrases = {
  'duplicate id': 'has the same id as another one',
  'unknown technician': 'names a technician who is not in the problem',
  'unknown place': 'lies at a place that the travel matrices do not have',
  'unknown profile': 'uses a travel matrix that does not exist',
  'wrong size': 'does not have a time for every pair of places',
  'not whole': 'has a number that is not whole',
  negative: 'has a number below zero',
  'out of order': 'has times that are not in order',
  'overlapping shifts': 'begins before another shift of the same technician ends',
  'too many breaks': 'has more breaks than can be planned',
  'wrong crew': 'needs a crew of another size than it has lists of skills for',
  'too far apart': 'holds times too far apart: choose a larger unit, or fewer days',
  'too many visits': 'holds more visits than can be planned at once',
} as const;

/** Any number of faults as one sentence each. */
export function faultsInWords(faults: readonly Fault[]): string {
  return faults
    .map(({ code, of, value }) => `${of} ${phrases[code]}${value === undefined ? '' : ` (${value})`}`)
    .join('; ');
}
