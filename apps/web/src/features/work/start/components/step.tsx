import { Button } from '@mantine/core';
import { Badge } from '@muster/ui/icon';
import type { ReactNode } from 'react';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import './start.css';

interface StepProps {
  number: number;
  title: string;
  /** What there is already, in words. */
  done: string | undefined;
  /** Opens the step again. */
  again?: { label: string; run: () => void } | undefined;
  children: ReactNode;
}

/** One of the first steps; its form is its child while it is open. */
export function Step({ number, title, done, again, children }: StepProps) {
  const isOpen = children !== null && children !== false;
  return (
    <li aria-current={isOpen ? 'step' : undefined}>
      {done !== undefined && !isOpen ? (
        <Badge name="check" tone="ok" label="Done" />
      ) : (
        <span className="steps__number" data-open={isOpen || undefined}>
          {number}
        </span>
      )}
      <div>
        <div className="steps__head">
          <h2>{title}</h2>
          {done !== undefined && !isOpen && again && (
            <Button variant="subtle" size="compact-sm" onClick={again.run}>
              {again.label}
            </Button>
          )}
        </div>
        {done !== undefined && !isOpen && <p className="rows__about">{done}</p>}
        {children}
      </div>
    </li>
  );
}

interface StepFormProps {
  label: string;
  button: string;
  isSaving: boolean;
  refusal: string | undefined;
  onSubmit: () => void;
  /** Beside the button: the way past this step. */
  skip?: { label: string; run: () => void };
  /** Beside the words of a refusal: the way out. */
  remedy?: ReactNode;
  children: ReactNode;
}

export function StepForm(props: StepFormProps) {
  const { label, button, isSaving, refusal, skip, remedy, children } = props;
  const onSubmit = () => void (focusUnread() || props.onSubmit());
  return (
    <FormFrame label={label} isSaving={isSaving} onSubmit={onSubmit}>
      <div className="steps__form">
        {children}
        <div className="steps__buttons">
          <ActionButton variant="filled" busy={isSaving} onClick={onSubmit}>
            {button}
          </ActionButton>
          {skip && (
            <Button variant="subtle" onClick={skip.run}>
              {skip.label}
            </Button>
          )}
        </div>
        <Refusal text={refusal} />
        {refusal !== undefined && remedy}
      </div>
    </FormFrame>
  );
}
