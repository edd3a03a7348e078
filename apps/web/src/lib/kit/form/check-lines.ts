import { type CheckItem, readItem } from '@muster/domain/work/job-types/rules';

/** A check list as people write it elsewhere: one thing on each line. */
export function readCheckList(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s*/, '').trim())
    .filter((line) => line !== '');
}

/** What is asked for; lines that somebody left empty are not. */
export function filledItems(items: readonly CheckItem[]): CheckItem[] {
  return items.map((item) => ({ ...item, text: item.text.trim() })).filter(({ text }) => text !== '');
}

/** The list with lines in place of one of its items, or behind the last one: the first keeps how it is answered. */
export function withLines(items: readonly CheckItem[], at: number, lines: readonly string[]): CheckItem[] {
  const put = lines.map((text, line) => {
    const known = line === 0 ? items[at] : undefined;
    return known ? { ...known, text } : readItem(text);
  });
  return [...items.slice(0, at), ...put, ...items.slice(at + 1)];
}

/** "Pressure (number, required), Tidy". */
export function checkListWords(items: readonly CheckItem[]): string {
  return filledItems(items)
    .map(({ text, kind, required }) => {
      const about = [kind === 'tick' ? '' : kind, required ? 'required' : ''].filter(Boolean).join(', ');
      return about === '' ? text : `${text} (${about})`;
    })
    .join(', ');
}
