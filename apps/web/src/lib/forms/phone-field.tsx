import { spaceWholePhone } from '@muster/domain/values/phone';
import { Field } from '@muster/ui/field';
import type { FieldProps } from '@muster/ui/field';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { InputEvent } from 'react';
import { reformat } from './phone-input.ts';
import type { Format } from './phone-input.ts';

interface PhoneFieldProps extends FieldProps {
  /** The text changed without anybody typing: this script or its formats have arrived after it. */
  onFormatted: () => void;
}

/**
 * An Australian phone number, formatted as typed. The formats are loaded when the field is first used; until they arrive
 * a whole number at least gets its spaces, so that nobody who is quicker is refused for the lack of them. The text is
 * the browser's own, so what was typed before the script ran is there.
 */
export function PhoneField({ onFormatted, ...props }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [formatter] = useState(createFormatter);

  async function begin(field: HTMLInputElement) {
    if (formatter.apply(field, '')) onFormatted();
    await formatter.load();
    if (formatter.apply(field, '')) onFormatted();
  }

  const beginEarly = useEffectEvent(begin);
  useEffect(() => {
    const field = input.current;
    if (field && (field.value !== '' || document.activeElement === field)) void beginEarly(field);
  }, []);

  function change(event: InputEvent<HTMLInputElement>) {
    // What a browser fills in by itself has no such type.
    const { inputType } = event.nativeEvent as { inputType?: string };
    formatter.apply(event.currentTarget, inputType ?? '');
    if (!formatter.isLoaded()) void begin(event.currentTarget);
    props.onInput?.(event);
  }

  return (
    <Field
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      {...props}
      ref={input}
      onFocus={(event) => void begin(event.currentTarget)}
      onInput={change}
    />
  );
}

/** What one field needs to know from one change to the next. */
function createFormatter() {
  let format: Format = spaceWholePhone;
  let before = '';
  return {
    async load(): Promise<void> {
      try {
        ({ formatPhone: format } = await import('@muster/domain/values/phone-format'));
      } catch {
        // No connection, most likely; the next visit to the field tries again.
      }
    },
    isLoaded: () => format !== spaceWholePhone,
    /** Whether the text is another one now. */
    apply(field: HTMLInputElement, inputType: string): boolean {
      const typed = field.value;
      const caret = field.selectionStart ?? typed.length;
      const next = reformat({ before, typed, caret, inputType }, format);
      before = next.text;
      if (next.text === typed) return false;
      field.value = next.text;
      if (document.activeElement === field) field.setSelectionRange(next.caret, next.caret);
      return true;
    },
  };
}
