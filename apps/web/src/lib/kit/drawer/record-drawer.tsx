import { CloseButton } from '@mantine/core';
import { useFocusTrap, useMediaQuery, useMergedRef } from '@mantine/hooks';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { takeFocus } from '../../page/page.ts';
import { wasBelow } from '../../page/topmost.ts';
import './record-drawer.css';

interface RecordDrawerProps {
  title: ReactNode;
  /** Beside the title: the state, what can be done. */
  aside?: ReactNode;
  onClose: () => void;
  /** For what needs more room than a name and its fields. */
  isWide?: boolean;
  /** Above the page instead of beside it, where the page needs all of its width. */
  isOver?: boolean;
  children: ReactNode;
}

/**
 * A record beside its list or board, which stays in use. On a phone it covers everything. Escape closes it, and the focus goes back to
 * what it was opened from.
 */
export function RecordDrawer({
  title,
  aside,
  onClose,
  isWide = false,
  isOver = false,
  children,
}: RecordDrawerProps) {
  const isPhone = useMediaQuery('(width < 900px)', false, { getInitialValueInEffect: false });
  const frame = useRef<HTMLDialogElement>(null);
  const ref = useMergedRef(frame, useFocusTrap(isPhone));
  const titleId = useId();

  const home = useRef<HTMLElement>(null);

  function close() {
    home.current = opener();
    onClose();
  }
  // What was hidden behind it is there again by then.
  useEffect(() => () => home.current?.focus({ preventScroll: true }), []);

  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // The topmost thing goes first, and by itself.
      if (event.key === 'Escape' && !wasBelow(frame.current)) escape(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  // Whoever opened it reads on in it, by keyboard or by ear.
  useEffect(() => {
    if (frame.current?.contains(document.activeElement)) return;
    takeFocus(frame.current?.querySelector('h2'), { preventScroll: true });
  }, []);

  return (
    <dialog
      open
      ref={ref}
      className="record-drawer"
      data-wide={isWide || undefined}
      data-over={isOver || undefined}
      aria-labelledby={titleId}
      aria-modal={isPhone || undefined}
    >
      <header className="record-drawer__top" role="presentation">
        <h2 id={titleId} tabIndex={-1} data-autofocus>
          {title}
        </h2>
        {aside}
        <CloseButton aria-label="Close" size="lg" onClick={close} />
      </header>
      <div className="record-drawer__body">{children}</div>
    </dialog>
  );
}

/** What is marked as open; of the rows of a list, and of a crew's blocks, the one that has its place in the order of the Tab key. */
function opener(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>('.records__link[tabindex="0"], [data-open][tabindex="0"]') ??
    document.querySelector<HTMLElement>('[data-open]')
  );
}
