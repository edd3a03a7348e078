import { createStore } from '@muster/ui/store';
import { type RefObject, useEffect } from 'react';

/** The visits that somebody points at, wherever they are drawn. Not React's state: pointing must not draw a board again. */
export interface Pointed {
  set(visits: readonly string[]): void;
  /** Answers how to stop. */
  follow(listener: (visits: readonly string[]) => void): () => void;
}

export function createPointed(): Pointed {
  const { get, set, subscribe } = createStore<readonly string[]>([]);
  return {
    set(visits) {
      if (visits.join() !== get().join()) set(visits);
    },
    follow: (listener) => subscribe(() => listener(get())),
  };
}

/** Inside an element, whatever has a `data-visit` is pointed at by pointer and focus, and is marked while somebody points at it elsewhere. */
export function usePointed(root: RefObject<HTMLElement | null>, pointed: Pointed): void {
  useEffect(() => {
    const element = root.current!;
    const point = ({ target }: Event) => {
      const visit = (target as HTMLElement).closest<HTMLElement>('[data-visit]')?.dataset['visit'];
      pointed.set(visit === undefined ? [] : [visit]);
    };
    const leave = () => pointed.set([]);
    const stop = pointed.follow((visits) => {
      for (const marked of element.querySelectorAll('[data-visit][data-pointed]'))
        marked.removeAttribute('data-pointed');
      for (const visit of visits)
        for (const found of element.querySelectorAll(`[data-visit="${visit}"]`))
          found.setAttribute('data-pointed', '');
    });
    element.addEventListener('pointerover', point);
    element.addEventListener('focusin', point);
    element.addEventListener('pointerleave', leave);
    return () => {
      stop();
      element.removeEventListener('pointerover', point);
      element.removeEventListener('focusin', point);
      element.removeEventListener('pointerleave', leave);
    };
  }, [root, pointed]);
}
