import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ComponentProps, lazy, Suspense, useEffect, useRef } from 'react';

const load = () => import('./quick-add.tsx');
const QuickAdd = lazy(() => load().then(({ QuickAdd }) => ({ default: QuickAdd })));

interface QuickAddDoorProps extends ComponentProps<typeof QuickAdd> {
  isOpen: boolean;
  onOpen: () => void;
}

/** Opens it by button or by key. What reads dates is loaded for those alone who use it. */
export function QuickAddDoor({ isOpen, onOpen, ...shown }: QuickAddDoorProps) {
  const before = useRef<Element | null>(null);
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
  useHotkeys([['Q', open]]);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-keyshortcuts="Q"
        rightSection={
          <Kbd size="xs" aria-hidden>
            Q
          </Kbd>
        }
        onPointerEnter={() => void load().catch(() => {})}
        onClick={open}
      >
        Quick add
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <QuickAdd {...shown} />
        </Suspense>
      )}
    </>
  );
}
