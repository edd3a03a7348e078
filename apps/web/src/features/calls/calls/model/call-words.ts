import { spokenNumber } from '@muster/domain/calls/calls/numbers';
import { talkSeconds } from '@muster/domain/calls/calls/rules';
import type { Call, CallPerson, RingingCall } from '@muster/domain/calls/calls/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { moment } from '../../../../lib/format/format.ts';

/** "0412 345 678", or why there is none. */
export function numberWords({ number, is_erased }: Pick<Call, 'number' | 'is_erased'>): string {
  if (number !== null) return spokenNumber(number);
  return is_erased ? 'Erased' : 'Withheld number';
}

/** Who it is, as far as anybody knows. */
export function whoWords(call: Pick<Call, 'name' | 'matches' | 'number' | 'is_erased'>): string {
  if (call.name !== '') return call.name;
  if (call.matches > 1) return `${call.matches} customers have this number`;
  return call.number === null ? numberWords(call) : 'New number';
}

const SECONDS = 60;

/** What became of it, in a word or two. */
export function stateWords(call: Pick<Call, 'state' | 'direction' | 'answered_at' | 'ended_at'>): string {
  if (call.state === 'ringing') return 'Ringing';
  if (call.state === 'answered') return 'On the phone';
  if (call.state === 'missed') return call.direction === 'in' ? 'Missed' : 'No answer';
  const seconds = talkSeconds(call);
  if (seconds === null) return 'Answered';
  const [minutes, rest] = [Math.floor(seconds / SECONDS), seconds % SECONDS];
  return minutes === 0 ? `${rest} s` : `${minutes} min ${rest} s`;
}

/** What is said of a missed call beside that. */
export const settledWords: Readonly<Record<NonNullable<Call['settled']>, string>> = {
  'rang back': 'Rang back',
  done: 'Done',
  'called since': 'Called since',
};

/** "Tue 17 Nov, 9:30 am with Dave (J-1042)" */
export function nextVisitWords(visit: NonNullable<CallPerson['next_visit']>): string {
  const when = visit.at === null ? dayWords(visit.on!) : moment(visit.at, visit.zone);
  const who = visit.technicians.length === 0 ? '' : ` with ${visit.technicians.join(' and ')}`;
  return `${when}${who} (${jobNumber(visit.job)})`;
}

/** What whoever takes the call wants to know first, in one line. */
export function factsOf({ people }: Pick<RingingCall, 'people'>): string {
  const [person, another] = people;
  if (!person || another) return '';
  return [
    person.open_jobs === 0
      ? 'No open jobs'
      : `${person.open_jobs} open ${person.open_jobs === 1 ? 'job' : 'jobs'}: ${person.jobs[0]!.title}`,
    person.next_visit && `Next: ${nextVisitWords(person.next_visit)}`,
    person.owed !== null && person.owed > 0 && `Owes ${centsInWords(person.owed)}`,
    person.last_words && `Last contact: ${person.last_words.text}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What is read out when a call comes in, or somebody takes it. */
export function saidOf(call: RingingCall): string {
  const who = call.name === '' ? `${whoWords(call)}, ${numberWords(call)}` : call.name;
  if (call.taken_by) return `${call.taken_by.name} has the call from ${who}.`;
  if (call.state === 'ringing') return `${who} is calling.`;
  return call.state === 'answered' ? `The call from ${who} was answered.` : `The call from ${who} is over.`;
}
