import { shortDay } from '../../../lib/format.ts';

/** The date picker of the kit writes `2028-01-05 09:30:00`; the office's texts are `2028-01-05T09:30`. Neither has a zone. */
export function pickerValue(text: string): string | null {
  return text === '' ? null : `${text.replace('T', ' ')}:00`;
}

export function fromPicked(picked: string | null): string {
  return picked === null ? '' : picked.slice(0, 'YYYY-MM-DD hh:mm'.length).replace(' ', 'T');
}

const clock = new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/** "Wed 5 Jan 2028, 9:30 am": read as UTC and written as UTC, so that no zone changes it. */
export function pickedWords(picked: string): string {
  const at = new Date(`${fromPicked(picked)}Z`);
  return `${shortDay(at, true, 'UTC')}, ${clock.format(at)}`;
}
