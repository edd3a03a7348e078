import { type ComponentProps, type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import { Badge } from './icon.tsx';
import './field.css';

export type FieldProps = FieldText & ComponentProps<'input'>;

/** A one-line input with its label, its state and the words that go with it. */
export function Field(props: FieldProps) {
  const { frame, control } = splitField(props);
  return <FieldFrame {...frame}>{(given) => <input {...control} {...given} />}</FieldFrame>;
}

export type TextAreaFieldProps = FieldText & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextAreaField(props: TextAreaFieldProps) {
  const { frame, control } = splitField(props);
  return <FieldFrame {...frame}>{(given) => <textarea rows={4} {...control} {...given} />}</FieldFrame>;
}

/** Unknown until something was entered; then the rule decides. */
type FieldState = 'unknown' | 'invalid' | 'valid';

export interface FieldText {
  label: string;
  state?: FieldState | undefined;
  /** One line of help, replaced by the error while there is one. */
  hint?: ReactNode | undefined;
  /** What is wrong and what to do, in words; shown while the state is invalid. */
  error?: ReactNode | undefined;
  /** Marks the label, where most fields are required. */
  optional?: boolean | undefined;
  /** Something to press inside the field, left of the state icon. */
  trailing?: ReactNode | undefined;
}

/** What the frame gives to the control it surrounds. */
interface ControlProps {
  id: string;
  className: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FrameProps extends FieldText {
  id: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

export function FieldFrame({
  id,
  label,
  state = 'unknown',
  hint,
  error,
  optional,
  trailing,
  children,
}: FrameProps) {
  const made = useId();
  const own = id ?? made;
  const note = state === 'invalid' && error ? error : hint;
  const described = [state === 'valid' && `${own}-state`, note && `${own}-note`].filter(Boolean).join(' ');
  return (
    <div className="m-field" data-state={state}>
      <label className="m-field__label" htmlFor={own}>
        {label}
        {optional && <span className="m-field__optional"> optional</span>}
      </label>
      <div className="m-field__box">
        {children({
          id: own,
          className: 'm-field__control',
          'aria-invalid': state === 'invalid',
          'aria-describedby': described || undefined,
        })}
        <div className="m-field__inside">
          {trailing}
          <span className="m-field__state" id={`${own}-state`}>
            {state === 'invalid' && <Badge name="exclamation" tone="danger" label="Invalid" />}
            {state === 'valid' && <Badge name="check" tone="ok" label="Valid" />}
          </span>
        </div>
      </div>
      <div className="m-field__note" id={`${own}-note`} aria-live="polite">
        {note}
      </div>
    </div>
  );
}

/** Separates what the frame shows from what belongs on the control itself. */
export function splitField<P extends FieldText & { id?: string | undefined }>(props: P) {
  const { id, label, state, hint, error, optional, trailing, ...control } = props;
  return { frame: { id, label, state, hint, error, optional, trailing }, control };
}
