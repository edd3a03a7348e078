import { formerAnswers, isAnswer, kindOfAnswer, standing } from '@muster/domain/field/field-records/rules';
import type { NamedFieldRecord } from '@muster/domain/field/field-records/schema';
import type { CheckKind } from '@muster/domain/work/visits/rules';
import type { Visit } from '@muster/domain/work/visits/schema';
import type { NamedFile } from '../../../../lib/files/files.ts';

type Item = Visit['check_list'][number];

/** An item of a check list as the office sees it. */
export interface CheckLine {
  /** In the list: two items may have the same words. */
  readonly place: number;
  readonly text: string;
  readonly kind: CheckKind;
  readonly isRequired: boolean;
  readonly isDone: boolean;
  /** The photo that was the answer is not there any more. */
  readonly isRemoved: boolean;
  /** What was answered, where that is more than a tick: a number, some words or the id of a photo. */
  readonly answer: string | undefined;
  /** The record that says so; nothing where the office ticked it off itself. */
  readonly record: NamedFieldRecord | undefined;
}

/** Each item with what was answered last. Whether a photo is still there is known when the files are read. */
export function checkLines(
  items: readonly Item[],
  records: readonly NamedFieldRecord[],
  files: readonly NamedFile[] | undefined,
): CheckLine[] {
  const latest = latestByItem(records);
  return items.map(({ text, done, kind = 'tick', required = false }, place) => {
    const record = latest.get(text);
    const value = record?.content['value'];
    const isRemoved = kind === 'photo' && done && !!value && !!files && !isAnswer({ kind }, value, files);
    return {
      place,
      text,
      kind,
      isRequired: required,
      isDone: done && !isRemoved,
      isRemoved,
      answer: done ? wordsOf(value) : undefined,
      record,
    };
  });
}

/** What was answered to items that have other words by now, or are gone. */
export function formerLines(
  items: readonly Item[],
  records: readonly NamedFieldRecord[],
  files: readonly NamedFile[] | undefined,
): CheckLine[] {
  return formerAnswers(items, records).map((record, place) => {
    const { value } = record.content;
    const kind = kindOfAnswer(value);
    const isRemoved = files !== undefined && !isAnswer({ kind }, value, files);
    return {
      place,
      text: textOf(record.content, 'item'),
      kind,
      isRequired: false,
      isDone: !isRemoved,
      isRemoved,
      answer: wordsOf(value),
      record,
    };
  });
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

/** A text that a record holds; empty where it has none. */
export function textOf(content: Readonly<Record<string, unknown>>, name: string): string {
  const text = content[name];
  return typeof text === 'string' ? text : '';
}
