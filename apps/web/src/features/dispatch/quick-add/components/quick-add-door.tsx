import { Button } from '@mantine/core';
import { type ComponentProps, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isForPage } from '../../../../lib/kit/single-keys.ts';

const load = () => import('./quick-add.tsx');
const QuickAdd = lazy(() => load().then(({ QuickAdd }) => ({ default: QuickAdd })));

interface QuickAddDoorProps extends Omit<ComponentProps<typeof QuickAdd>, 'typed'> {
  isOpen: boolean;
  onOpen: () => void;
}

/** Opens it by button or by key. What reads dates is loaded for those alone who use it. */
export function QuickAddDoor({ isOpen, onOpen, ...shown }: QuickAddDoorProps) {
  const before = useRef<Element | null>(null);
  const typed = useState('');
  function open() {
    before.current ??= document.activeElement;
    onOpen();
  }
  // The kit gives the focus back only for a dialog that it has seen closed first.
  useEffect(() => {
    if (isOpen) return;
    if (before.current instanceof HTMLElement) before.current.focus();
    before.current = null;
  }, [isOpen]);
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Not above another dialog, wherever the focus is.
    if (event.key.toLowerCase() !== 'q' || !isForPage(event) || document.querySelector('[aria-modal=true]'))
      return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-keyshortcuts="Q"
        title="A job in plain words (q)"
        onPointerEnter={() => void load().catch(() => {})}
        onClick={open}
      >
        Quick add
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <QuickAdd {...shown} typed={typed} />
        </Suspense>
      )}
    </>
  );
}
