import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from '@muster/ui/icon';
import { Problem } from './notice.tsx';
import './sheet.css';

interface SheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** What is done there, at the lower edge, where the thumb is. */
  actions?: ReactNode;
  /** As much of the lower part of the screen as it needs; or all of it, along its longer side, however the phone is held. */
  size?: 'low' | 'sideways';
  /** Something is typed there that a tap beside it must not take away. */
  isHeld?: boolean;
}

/**
 * Something to decide or to fill in, above the page. The browser's own modal dialog keeps the focus inside, closes with Escape or the
 * phone's way back, and returns the focus to where it was. It is open as long as it is there.
 */
export function Sheet({ title, onClose, children, actions, size = 'low', isHeld = false }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const label = useId();
  useEffect(() => {
    const element = dialog.current!;
    const before = document.activeElement;
    element.showModal();
    heading.current!.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="sheet"
      data-size={size}
      aria-modal="true"
      // Where the browser knows it, a tap beside it closes it.
      {...{ closedby: isHeld ? 'closerequest' : 'any' }}
      aria-labelledby={label}
      onCancel={(event) => {
        // That of a file dialog inside comes up to here.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="sheet__box">
        <header className="sheet__top">
          <h2 id={label} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" className="field-round" aria-label="Close" onClick={onClose}>
            <Icon name="cross" />
          </button>
        </header>
        <div className="sheet__main">
          <Problem />
          {children}
        </div>
        {actions !== undefined && <footer className="sheet__actions">{actions}</footer>}
      </div>
    </dialog>
  );
}
