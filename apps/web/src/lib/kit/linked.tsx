import { createElement, type ReactNode } from 'react';

/** A text whose addresses can be followed. Odd parts are the addresses, because the pattern captures what it splits at. */
export function linked(text: string): ReactNode[] {
  const parts = text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/);
  return parts.map((part, at) =>
    at % 2 === 0 ? part : createElement('a', { key: `${at} ${part}`, href: part }, part),
  );
}
