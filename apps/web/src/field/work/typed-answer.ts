import { useEffect, useEffectEvent, useState } from 'react';
import { useDraft } from '../day/drafts.ts';
import { createAnswer } from './one-save.ts';

interface Typed {
  typed: string;
  type: (text: string) => void;
  keep: () => void;
}

/**
 * An answer that is typed. It is kept when whoever typed it goes on to something else: another field, another page, another app or the
 * pocket. Until then it is a draft, which survives all of that too.
 */
export function useTypedAnswer(
  visit: string,
  item: string,
  kept: string,
  save: (text: string) => Promise<boolean>,
): Typed {
  const [draft, setDraft] = useDraft(visit, `answer ${item}`);
  const [isTyping, setTyping] = useState(draft !== '');
  const typed = isTyping ? draft : kept;
  const [answer] = useState(() => createAnswer(draft === '' ? undefined : draft));
  const keep = () =>
    void answer.keep(kept, save, () => {
      setTyping(false);
      setDraft('');
    });
  const leave = useEffectEvent(keep);
  useEffect(() => {
    const hide = () => void (document.visibilityState === 'hidden' && leave());
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, []);
  return {
    typed,
    type(text) {
      answer.type(text);
      setTyping(true);
      setDraft(text);
    },
    keep,
  };
}
