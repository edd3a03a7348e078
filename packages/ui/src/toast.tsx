import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Badge, Icon, type IconName } from './icon.tsx';
import { createStore, useStore } from './store.ts';
import './toast.css';

const positions: readonly ToastPosition[] = ['tl', 'tc', 'tr', 'bl', 'bc', 'br'];

/** Put once on a page, near its root: everything that `notify` raises appears here. */
export function Toasts() {
  const toasts = useStore(shown);
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

type Tone = Parameters<typeof Badge>[0]['tone'];

/** Errors and warnings interrupt a screen reader; good news waits for its turn. */
const levels: Record<ToastLevel, { icon: IconName; tone: Tone; label: string; role: 'status' | 'alert' }> = {
  success: { icon: 'check', tone: 'ok', label: 'Success:', role: 'status' },
  error: { icon: 'cross', tone: 'danger', label: 'Error:', role: 'alert' },
  warning: { icon: 'exclamation', tone: 'attention', label: 'Warning:', role: 'alert' },
  info: { icon: 'info', tone: 'info', label: 'Information:', role: 'status' },
};

interface ToastCardProps {
  toast: Toast;
  paused: boolean;
  onHover: (over: boolean) => void;
  onFocus: (inside: boolean) => void;
}

function ToastCard({ toast, paused, onHover, onFocus }: ToastCardProps) {
  const { id, level, text, action } = toast;
  const { icon, tone, label, role } = levels[level];
  const cameFrom = useRef<Element>(null);
  useCountdown(toast.seconds, paused, () => dismiss(id));

  function close(event: MouseEvent | KeyboardEvent) {
    const had = event.currentTarget.contains(document.activeElement);
    dismiss(id);
    if (had && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }
  function enter(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget;
    onFocus(true);
  }
  const handlers = {
    onClick: close,
    onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && close(event),
    onPointerEnter: () => onHover(true),
    onPointerLeave: () => onHover(false),
    onFocus: enter,
    onBlur: () => onFocus(false),
  };
  return (
    <div
      className={`m-toast m-toast--${level}`}
      role={role}
      aria-atomic="true"
      data-level={level}
      data-paused={paused}
      {...handlers}
    >
      <Badge name={icon} tone={tone} label={label} />
      <div className="m-toast__text">{text}</div>
      {/* A click on either button goes on to the card, which dismisses itself. */}
      {action && (
        <button type="button" className="m-toast__action" onClick={action.run}>
          {action.label}
        </button>
      )}
      <button type="button" className="m-toast__close" aria-label="Dismiss" title="Dismiss">
        <Icon name="cross" />
      </button>
    </div>
  );
}

/** Calls `end` after that many seconds, not counting the time it was paused; never, for 0. */
function useCountdown(seconds: number, paused: boolean, end: () => void) {
  const remaining = useRef(seconds * 1000);
  const atEnd = useRef(end);
  // Before the browser paints: what looks paused is paused.
  useLayoutEffect(() => {
    if (paused || !(seconds > 0)) return undefined;
    const started = performance.now();
    const timer = setTimeout(() => atEnd.current(), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - started;
    };
  }, [seconds, paused]);
}

export type ToastLevel = 'success' | 'error' | 'warning' | 'info';

/** Top or bottom, and left, right or centre. */
export type ToastPosition = 'tl' | 'tr' | 'tc' | 'bl' | 'br' | 'bc';

export interface ToastRequest {
  level: ToastLevel;
  text: ReactNode;
  /** Default: top right. */
  position?: ToastPosition | undefined;
  /** How long it stays; 0 until somebody dismisses it. Default: 5. */
  seconds?: number | undefined;
  /** One thing to do about it, such as Undo; doing it dismisses the toast. */
  action?: { label: string; run: () => void } | undefined;
}

interface Toast {
  id: number;
  level: ToastLevel;
  text: ReactNode;
  position: ToastPosition;
  seconds: number;
  action: ToastRequest['action'];
}

/** From the specification, §9: time for a page change to settle before something new moves. */
const MOUNT_DELAY_MS = 50;
const DEFAULT_SECONDS = 5;
const DEFAULT_POSITION: ToastPosition = 'tr';

const shown = createStore<readonly Toast[]>([]);
let lastId = 0;
const waiting = new Map<number, ReturnType<typeof setTimeout>>();

/** Raises a notification and returns its id. The screen shows it once `<Toasts />` is on the page. */
export function notify({
  level,
  text,
  position = DEFAULT_POSITION,
  seconds = DEFAULT_SECONDS,
  action,
}: ToastRequest): number {
  const toast: Toast = { id: ++lastId, level, text, position, seconds, action };
  const timer = setTimeout(() => {
    waiting.delete(toast.id);
    shown.set([...shown.get(), toast]);
  }, MOUNT_DELAY_MS);
  waiting.set(toast.id, timer);
  return toast.id;
}

export function dismiss(id: number): void {
  clearTimeout(waiting.get(id));
  waiting.delete(id);
  if (shown.get().some((toast) => toast.id === id)) shown.set(shown.get().filter((toast) => toast.id !== id));
}
