import { Button, Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import { withCtrl } from '../../keys/shortcut.ts';
import { Refusal } from '../../forms/refusal.tsx';
import { useReadOnly } from '../../page/read-only.ts';
import { ActionButton } from '../action-button.tsx';
import type { RecordForm } from './use-record-form.ts';
import './form-bar.css';

interface FormBarProps {
  form: Pick<RecordForm<unknown>, 'isDirty' | 'isSaving' | 'refusal' | 'wasKept' | 'clashes' | 'discard'>;
  onSubmit: () => void;
  /** The verb of the button. */
  label?: string;
  /** For a form that begins with something to save or to leave. */
  always?: boolean;
  onCancel?: () => void;
  /** Beside the reason for a refusal: the way out. */
  remedy?: ReactNode;
}

/** Below a form: what keeps it from being saved, and the buttons. It is there only while there is something to save. */
export function FormBar({ form, onSubmit, label = 'Save', always = false, onCancel, remedy }: FormBarProps) {
  const isShown = form.isDirty || always;
  const readOnly = useReadOnly();
  return (
    <div className="form-bar" data-shown={isShown || undefined}>
      {form.wasKept && <p className="form-bar__note">You typed this earlier. It isn’t saved yet.</p>}
      {form.clashes.length > 0 && (
        <p className="form-bar__note">Choose your version or your colleague’s above, then save.</p>
      )}
      {isShown && readOnly !== undefined && <p className="form-bar__note">{readOnly}</p>}
      <Refusal text={form.refusal?.message} afterwards="Not saved yet. Save again." />
      {form.refusal && remedy}
      {isShown && (
        <div className="form-bar__buttons">
          <ActionButton
            variant="filled"
            busy={form.isSaving}
            rightSection={<Kbd>{withCtrl('↵')}</Kbd>}
            onClick={onSubmit}
          >
            {label}
          </ActionButton>
          <Button
            variant="subtle"
            onClick={() => {
              form.discard();
              onCancel?.();
            }}
          >
            {onCancel ? 'Cancel' : 'Discard'}
          </Button>
        </div>
      )}
    </div>
  );
}
