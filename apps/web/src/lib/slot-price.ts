import { lengthInWords } from '@muster/domain/values/clock-words';

/** What a place costs, in minutes of driving. */
export function priceInWords(driving: number): string {
  if (driving === 0) return 'no extra driving';
  return driving > 0 ? `+${lengthInWords(driving)} driving` : `saves ${lengthInWords(-driving)}`;
}
