import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ComponentProps, lazy, Suspense } from 'react';

const load = () => import('./quick-add.tsx');
const QuickAdd = lazy(() => load().then(({ QuickAdd }) => ({ default: QuickAdd })));

interface QuickAddDoorProps extends ComponentProps<typeof QuickAdd> {
  isOpen: boolean;
  onOpen: () => void;
}

/** Opens it by button or by key. What reads dates is loaded for those alone who use it. */
export function QuickAddDoor({ isOpen, onOpen, ...shown }: QuickAddDoorProps) {
  useHotkeys([['Q', onOpen]]);
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
        onClick={onOpen}
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
