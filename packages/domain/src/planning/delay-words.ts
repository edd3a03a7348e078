import { lengthInWords } from '../values/clock-words.ts';
import type { PushedDay } from './push-day.ts';

/** Why a delay moves a visit, in a sentence; nothing where it does not. */
export function delayInWords({ board, delay, later, lost }: PushedDay, delayed: string, visit: string) {
  const name = board.technicians.get(delay.technician)!.row.name;
  const runsLate = `${name} runs ${lengthInWords(delay.by)} late`;
  if (visit === delayed) return `${runsLate}${delay.text === '' ? '' : `: ${delay.text}`}.`;
  if (lost.includes(visit)) return `${runsLate}, and it fits into that day no longer.`;
  return later.has(visit) ? `${runsLate}: it begins as soon as they can be there.` : undefined;
}
