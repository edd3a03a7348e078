import { isGiven, standing } from '@muster/domain/field-records/rules';
import type { NamedFieldRecord } from '@muster/domain/field-records/schema';
import type { Visit } from '@muster/domain/visits/schema';
import { textOf } from './content.ts';

type Item = Visit['check_list'][number];

/** An item of a check list as the office sees it. */
export interface CheckLine {
  /** In the list: two items may have the same words. */
  readonly place: number;
  readonly text: string;
  readonly isRequired: boolean;
  readonly isDone: boolean;
  /** What was answered, where that is more than a tick: a number, some words or the id of a photo. */
  readonly answer: string | undefined;
  /** The record that says so; nothing where the office ticked it off itself. */
  readonly record: NamedFieldRecord | undefined;
}

/** Each item with what was answered last. */
export function checkLines(items: readonly Item[], records: readonly NamedFieldRecord[]): CheckLine[] {
  const latest = latestByItem(records);
  return items.map(({ text, done, required = false }, place) => {
    const record = latest.get(text);
    return {
      place,
      text,
      isRequired: required,
      isDone: done,
      answer: done ? wordsOf(record?.content['value']) : undefined,
      record,
    };
  });
}

/** What was answered to items that have other words by now, or are gone: whoever answered has seen it all the same. */
export function formerLines(items: readonly Item[], records: readonly NamedFieldRecord[]): CheckLine[] {
  const here = new Set(items.map(({ text }) => text));
  return [...latestByItem(records)]
    .filter(([text, { content }]) => !here.has(text) && isGiven(content['value']))
    .map(([text, record], place) => ({
      place,
      text,
      isRequired: false,
      isDone: true,
      answer: wordsOf(record.content['value']),
      record,
    }));
}

function latestByItem(records: readonly NamedFieldRecord[]): Map<string, NamedFieldRecord> {
  return new Map(
    standing(records)
      .filter(({ kind }) => kind === 'check')
      .map((record) => [textOf(record.content, 'item'), record]),
  );
}

function wordsOf(value: unknown): string | undefined {
  const words = typeof value === 'number' ? value.toLocaleString('en-AU') : value;
  return typeof words === 'string' && words !== '' ? words : undefined;
}
