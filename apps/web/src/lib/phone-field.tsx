import { Field } from '@muster/ui/field';
import type { FieldProps } from '@muster/ui/field';
import { useEffect, useRef } from 'react';
import type { InputEvent } from 'react';
import { reformat } from './phone-input.ts';
import type { Format } from './phone-input.ts';

interface PhoneFieldProps extends FieldProps {
  /** The text changed without anybody typing: the formats have arrived after it. */
  onFormatted: () => void;
}

/**
 * An Australian phone number, formatted as typed. The formats are loaded when the field is first used; should they not
 * arrive, it is a field like any other. The text is the browser's own, so what was typed before the script ran is there.
 */
export function PhoneField({ onFormatted, ...props }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const format = useRef<Format>(undefined);
  const before = useRef('');
  const afterwards = useRef(onFormatted);
  useEffect(() => {
    afterwards.current = onFormatted;
  });

  useEffect(() => {
    if (document.activeElement === input.current || input.current?.value) void load();
  }, []);

  async function load() {
    if (format.current) return;
    try {
      ({ formatPhone: format.current } = await import('@muster/domain/values/phone-format'));
    } catch {
      // No connection, most likely; the next visit to the field tries again.
      return;
    }
    if (input.current?.value && apply(input.current, '')) afterwards.current();
  }

  function change(event: InputEvent<HTMLInputElement>) {
    apply(event.currentTarget, event.nativeEvent.inputType ?? '');
    props.onInput?.(event);
  }

  /** Whether the text is another one now. */
  function apply(field: HTMLInputElement, inputType: string): boolean {
    if (!format.current) return false;
    const typed = field.value;
    const caret = field.selectionStart ?? typed.length;
    const next = reformat({ before: before.current, typed, caret, inputType }, format.current);
    before.current = next.text;
    if (next.text === typed) return false;
    field.value = next.text;
    if (document.activeElement === field) field.setSelectionRange(next.caret, next.caret);
    return true;
  }

  return (
    <Field
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      {...props}
      ref={input}
      onFocus={() => void load()}
      onInput={change}
    />
  );
}
