import type { CheckKind } from '../visits/rules.ts';

/** An item of a check list, with everything said. */
export interface CheckItem {
  readonly text: string;
  readonly kind: CheckKind;
  readonly required: boolean;
}

/** As it is written down. */
export type WrittenItem =
  | string
  | {
      readonly text: string;
      readonly kind?: CheckKind | undefined;
      readonly required?: boolean | undefined;
    };

/** A plain text is a tick that nobody has to make. */
export function readItem(item: WrittenItem): CheckItem {
  if (typeof item === 'string') return { text: item, kind: 'tick', required: false };
  return { text: item.text, kind: item.kind ?? 'tick', required: item.required ?? false };
}

/** The shortest way to write it, so that whoever knows plain texts alone reads them as before. */
export function writeItem(item: WrittenItem): string | { text: string; kind: CheckKind; required: boolean } {
  const { text, kind, required } = readItem(item);
  return kind === 'tick' && !required ? text : { text, kind, required };
}

/** What a visit has of an item; nothing that goes without saying. */
export function itemOfVisit(item: WrittenItem): {
  text: string;
  done: boolean;
  kind?: CheckKind;
  required?: boolean;
} {
  const { text, kind, required } = readItem(item);
  return { text, done: false, ...(kind !== 'tick' && { kind }), ...(required && { required }) };
}
