import { useId, type ReactNode } from 'react';
import { useModal } from './modal.ts';
import './dialog.css';

interface DialogProps {
  open: boolean;
  title: string;
  /** Escape was pressed; the caller decides whether that closes it. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * Something to decide before anything else. The browser's modal dialog makes the page behind it inert, holds the focus and
 * gives it back afterwards.
 */
export function Dialog({ open, title, onClose, children }: DialogProps) {
  const dialog = useModal(open);
  const heading = useId();
  return (
    <dialog
      ref={dialog}
      className="m-dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {open && (
        <>
          <h2 id={heading}>{title}</h2>
          {children}
        </>
      )}
    </dialog>
  );
}

/** What can be decided: the way on comes last, where a hand expects it. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="m-dialog__actions">{children}</div>;
}
