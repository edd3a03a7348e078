import { useState, useSyncExternalStore } from 'react';
import { ToastCard } from './toast-card.tsx';
import { shownToasts, subscribe, type Toast, type ToastPosition } from './toast-queue.ts';
import './toast.css';

export { dismiss, notify } from './toast-queue.ts';
export type { ToastLevel, ToastPosition, ToastRequest } from './toast-queue.ts';

const positions: readonly ToastPosition[] = ['tl', 'tc', 'tr', 'bl', 'bc', 'br'];
const nothing: readonly Toast[] = [];

/** Put once on a page, near its root: everything that `notify` raises appears here. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, shownToasts, () => nothing);
  return (
    <section aria-label="Notifications">
      {positions.map((position) => (
        <ToastStack
          key={position}
          position={position}
          toasts={toasts.filter((toast) => toast.position === position)}
        />
      ))}
    </section>
  );
}

/**
 * The stack of one position, newest at the edge of the screen. It is on the page even when empty, because a screen
 * reader only reads what is added to a region that it already knows.
 */
function ToastStack({ position, toasts }: { position: ToastPosition; toasts: readonly Toast[] }) {
  const [hovered, setHovered] = useState<number>();
  const [focused, setFocused] = useState<number>();
  // While one is being read none of the stack leaves, or the others would slide away under the pointer.
  const paused = toasts.some(({ id }) => id === hovered || id === focused);
  const ordered = position.startsWith('t') ? toasts.toReversed() : toasts;
  return (
    <div
      className={`m-toasts m-toasts--${position}`}
      data-position={position}
      aria-live="polite"
      aria-relevant="additions"
    >
      {ordered.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          paused={paused}
          onHover={(over) => setHovered(over ? toast.id : undefined)}
          onFocus={(inside) => setFocused(inside ? toast.id : undefined)}
        />
      ))}
    </div>
  );
}
