import { leavesInWords } from '@muster/domain/messages/customer-messages/rules';
import type { ShownInvoiceLetter } from '@muster/domain/messages/invoice-letters/schema';

type Told = Pick<ShownInvoiceLetter, 'kind' | 'way' | 'to_name' | 'to_address' | 'note' | 'state'>;

/** Whether it did not get there, or may not have: somebody has to do something about it. */
export function isLost({ state }: Pick<Told, 'state'>): boolean {
  return state !== null && ['failed', 'expired', 'unknown', 'unsent'].includes(state.name);
}

/** "Emailed to Kim Cole", "Reminder texted to Kim Cole", "Text to Kim Cole" while it waits, "Printed and posted". */
export function letterInWords(letter: Told): string {
  const { kind, way, to_name, note, state } = letter;
  if (way === 'by hand') return note === '' ? 'Given to the customer' : note;
  const isReminder = kind === 'reminder';
  const who = to_name === '' ? 'the customer' : to_name;
  const end = state === null ? undefined : endings[state.name];
  if (end === undefined) {
    const done = way === 'text' ? 'texted' : 'emailed';
    return capitalised(`${isReminder ? 'reminder ' : ''}${done} to ${who}`);
  }
  return capitalised(`${isReminder ? 'reminder by ' : ''}${way} to ${who}${end}`);
}

/** How it is told of one that has not left, or did not get there. */
const endings: Readonly<Partial<Record<string, string>>> = {
  waiting: '',
  failed: ' failed',
  expired: ' didn’t leave in time',
  unknown: ' may not have arrived',
  unsent: ' was stopped before it left',
};

function capitalised(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}

/** Where it went, and why it did not get there or has not left. */
export function letterDetail({ way, to_address, state }: Told, zone: string): string {
  if (way === 'by hand') return '';
  if (state?.name === 'waiting')
    return way === 'text'
      ? `${to_address}, leaves at ${leavesInWords(state.at, zone)}`
      : `${to_address}, about to leave${state.why === '' ? '' : `: ${state.why}`}`;
  if (state?.name === 'delivered') return `${to_address}, delivered`;
  return [to_address, state?.why ?? ''].filter((part) => part !== '').join(': ');
}
