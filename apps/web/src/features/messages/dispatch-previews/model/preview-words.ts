import type { DispatchPreview } from '@muster/domain/messages/dispatch-previews/schema';
import { listInWords } from '@muster/domain/values/words';

const mostNames = 3;

/** What is said once visits are dispatched: which customers get an email, and who doesn't see it in Muster. */
export function reachedInWords({ customers, crews }: Pick<DispatchPreview, 'customers' | 'crews'>): string {
  const { emails, texts, confirmed, changed } = customers;
  const names = [...new Set([...confirmed, ...changed])];
  const unreached = crews.filter(({ reach }) => reach !== 'sign-in').map(({ name }) => name);
  return [
    ...(names.length > 0 ? [`${sentInWords(emails, texts)}, to ${someNames(names)}.`] : []),
    ...(unreached.length > 0
      ? [`${someNames(unreached)} can’t see it in Muster, so tell them yourself.`]
      : []),
  ].join(' ');
}

/** "3 emails in a minute", "3 emails and 1 text in a minute". */
function sentInWords(emails: number, texts: number): string {
  const sent = [
    ...(emails > 0 ? [counted(emails, 'email')] : []),
    ...(texts > 0 ? [counted(texts, 'text')] : []),
  ];
  return `${listInWords(sent)} in a minute`;
}

/** What is said of somebody who is away, before customers are promised that they come. */
export function awayInWords({ name, away, visits }: DispatchPreview['crews'][number]): string {
  const which = visits === 1 ? 'then' : `for ${away === visits ? 'all' : away} of their ${visits} visits`;
  return `${name} is away ${which}. Give ${away === 1 ? 'it' : 'them'} to someone else first, or customers are told a time no one comes.`;
}

/** "1 visit", "1,200 visits". */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en-AU')} ${thing}${count === 1 ? '' : 's'}`;
}

/** "Ana, Ben and 7 others": never more than three. */
export function someNames(names: readonly string[]): string {
  if (names.length <= mostNames) return listInWords(names);
  return listInWords([...names.slice(0, 2), `${(names.length - 2).toLocaleString('en-AU')} others`]);
}
