import {
  type ComponentProps,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isForPage } from '../../../../lib/kit/single-keys.ts';

export const loadQuickAdd = () => import('./quick-add.tsx');
const QuickAdd = lazy(() => loadQuickAdd().then(({ QuickAdd }) => ({ default: QuickAdd })));

interface QuickAddDoorProps extends Omit<ComponentProps<typeof QuickAdd>, 'typed'> {
  isOpen: boolean;
  onOpen: () => void;
}

/** Opens it by key; or it is opened from elsewhere. What reads dates is loaded for those alone who use it. */
export function QuickAddDoor({ isOpen, onOpen, ...shown }: QuickAddDoorProps) {
  const before = useRef<Element | null>(null);
  const typed = useState('');
  // Before what opens takes the focus.
  useLayoutEffect(() => {
    if (isOpen) before.current ??= document.activeElement;
  }, [isOpen]);
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
    onOpen();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    isOpen && (
      <Suspense fallback={null}>
        <QuickAdd {...shown} typed={typed} />
      </Suspense>
    )
  );
}
