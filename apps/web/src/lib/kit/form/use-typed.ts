import { type KeyboardEvent, useState } from 'react';

/**
 * What is typed into a field that otherwise shows something in words of its own: a day, an amount, a duration. What cannot be read
 * stays to be corrected, and the field says so once whoever typed it is done with it.
 */
export function useTyped(problemWith: (text: string) => string | undefined) {
  /** Undefined while nobody types, and then the field shows what it holds. */
  const [text, setText] = useState<string>();
  /** Whether whoever typed it is done with it. */
  const [isLeft, setLeft] = useState(false);
  const problem = text === undefined || text.trim() === '' ? undefined : problemWith(text.trim());
  return {
    text,
    /** Why it cannot be read, as soon as that is so. */
    problem,
    /** What to say below the field; true while it is only marked. */
    error: problem === undefined ? undefined : isLeft ? problem : true,
    type(next: string) {
      setText(next);
      setLeft(false);
    },
    forget: () => setText(undefined),
    field: {
      'data-unread': problem !== undefined || undefined,
      onKeyDown({ key }: KeyboardEvent) {
        if (key === 'Enter') setLeft(true);
      },
      onBlur: () => (problem === undefined ? setText(undefined) : afterPress(() => setLeft(true))),
    },
  };
}

let isPressed = false;
const press = () => {
  isPressed = true;
};
const release = () => {
  isPressed = false;
};
document.addEventListener('pointerdown', press, { capture: true });
document.addEventListener('pointerup', release, { capture: true });
document.addEventListener('pointercancel', release, { capture: true });

/**
 * Once the press is over that somebody has left a field by. What is said below a field moves what lies under it: a button that moves
 * away between press and release has not been pressed.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) return run();
  const over = () => {
    document.removeEventListener('pointerup', over);
    document.removeEventListener('pointercancel', over);
    // The click follows the release at once.
    setTimeout(run);
  };
  document.addEventListener('pointerup', over);
  document.addEventListener('pointercancel', over);
}
