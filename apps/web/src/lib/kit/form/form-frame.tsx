import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { wasBelow } from '../../page/topmost.ts';

interface FormFrameProps {
  label: string;
  isSaving: boolean;
  onSubmit: () => void;
  /** For a form inside another thing: Escape leaves the form alone. */
  onCancel?: () => void;
  children: ReactNode;
}

/**
 * The fields of one record. Enter saves from a line of text, Ctrl-Enter from anywhere. It is no <form>, because the tickets of a
 * technician are forms within the technician's, and HTML has no forms within forms. A thin line at its top shows that it is being
 * saved, if that takes a while.
 */
export function FormFrame({ label, isSaving, onSubmit, onCancel, children }: FormFrameProps) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isOwn(event, frame.current)) return;
    if (event.key === 'Escape' && onCancel && !wasBelow(frame.current)) onCancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || isLine(event.target))) onSubmit();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    const fields = frame.current;
    fields?.addEventListener('keydown', listen);
    return () => fields?.removeEventListener('keydown', listen);
  }, []);
  return (
    <fieldset ref={frame} className="form-frame" aria-label={label} data-saving={isSaving || undefined}>
      {children}
    </fieldset>
  );
}

/** Not that of a form within this one. */
function isOwn({ target }: KeyboardEvent, frame: Element | null): boolean {
  return target instanceof Element && target.closest('.form-frame') === frame;
}

/** A line of text, and not a field in which Enter chooses something. */
function isLine(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type) && !isCombobox(target)
  );
}

function isCombobox(input: HTMLInputElement): boolean {
  return input.role === 'combobox' || input.getAttribute('aria-haspopup') === 'listbox';
}
