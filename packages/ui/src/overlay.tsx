import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Mark } from './logo.tsx';
import './overlay.css';

interface OverlayProps {
  open: boolean;
  text: string;
}

/**
 * Covers the whole screen while something runs that must not be disturbed. The browser's modal dialog makes the page
 * behind it inert and gives the focus back afterwards; only the caller can end it.
 */
export function Overlay({ open, text }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    element.showModal();
    return () => element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className="m-overlay"
      role="alertdialog"
      aria-modal="true"
      aria-label={text}
      aria-busy={open}
      tabIndex={-1}
      onKeyDown={holdFocus}
      onCancel={(event) => event.preventDefault()}
    >
      <div className="m-overlay__content">
        {open && <Mark busy />}
        <output>{open && text}</output>
      </div>
    </dialog>
  );
}

/** There is nothing to reach inside, and Escape must not uncover a page that is still at work. */
function holdFocus(event: KeyboardEvent) {
  if (event.key === 'Tab' || event.key === 'Escape') event.preventDefault();
}
