import { useEffect, useEffectEvent } from 'react';
import { isForPage } from './single-keys.ts';
import { isTyping } from './typing.ts';

/**
 * Letters that open a form, wherever nobody types and no dialog is open. What is typed right after one of them, while the form is still
 * on its way, arrives in its first field.
 */
export function useLetters(open: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = open[event.key];
    if (!act || event.repeat || !isForPage(event) || document.querySelector('[aria-modal=true]')) return;
    event.preventDefault();
    keepTyping();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Whoever has waited for a form so long no longer types into it: should it not open, the keys are the page's again. */
const longest = 10_000;

/** Keeps what is typed until a field of a dialog has the focus, and puts it there. Escape, and a press elsewhere, drop it. */
function keepTyping(): void {
  const over = new AbortController();
  const whileKept = { capture: true, signal: over.signal };
  const end = () => over.abort();
  let text = '';
  addEventListener(
    'keydown',
    (event) => {
      const { key } = event;
      if (key === 'Escape') return end();
      const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isText && key !== 'Backspace' && key !== 'Enter') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (key === 'Backspace') text = text.slice(0, -1);
      else if (isText) text += key;
    },
    whileKept,
  );
  addEventListener(
    'focusin',
    () => {
      // A dialog may move the focus again while it opens.
      setTimeout(() => {
        const { activeElement } = document;
        // A form that is still being read has its heading alone.
        if (over.signal.aborted || !activeElement?.matches(':is(dialog, [role=dialog]) :not(h2)')) return;
        end();
        // The browser itself types it, in the place of what is selected.
        if (isTyping(activeElement) && text !== '') document.execCommand('insertText', false, text);
      });
    },
    whileKept,
  );
  addEventListener('pointerdown', end, whileKept);
  setTimeout(end, longest);
}
