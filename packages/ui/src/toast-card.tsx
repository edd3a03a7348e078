import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { Badge, Icon, type IconName } from './icon.tsx';
import { dismiss, type Toast, type ToastLevel } from './toast-queue.ts';

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

export function ToastCard({ toast, paused, onHover, onFocus }: ToastCardProps) {
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
