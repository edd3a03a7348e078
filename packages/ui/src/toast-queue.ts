import type { ReactNode } from 'react';

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

export interface Toast {
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

let shown: readonly Toast[] = [];
let lastId = 0;
const waiting = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

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
    show([...shown, toast]);
  }, MOUNT_DELAY_MS);
  waiting.set(toast.id, timer);
  return toast.id;
}

export function dismiss(id: number): void {
  clearTimeout(waiting.get(id));
  waiting.delete(id);
  if (shown.some((toast) => toast.id === id)) show(shown.filter((toast) => toast.id !== id));
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function shownToasts(): readonly Toast[] {
  return shown;
}

function show(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
