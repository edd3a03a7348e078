import { useEffect, useEffectEvent, useState } from 'react';
import { useDraft } from '../day/drafts.ts';

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

interface Answer {
  type: (text: string) => void;
  /** Saves what is typed, unless it is what is kept already; `done` is called when there is nothing left to save. */
  keep: (kept: string, save: (text: string) => Promise<boolean>, done: () => void) => Promise<void>;
}

/**
 * Saves a typed answer once, however many reasons there are to save it at the same moment. What is typed while a save is awaited stays
 * typed, and is saved after it where that was asked for meanwhile.
 */
export function createAnswer(begun: string | undefined): Answer {
  let draft = begun;
  let isSaving = false;
  let isAsked = false;
  async function saveAll(kept: string, save: (text: string) => Promise<boolean>, done: () => void) {
    let known = kept;
    while (isAsked && draft !== undefined) {
      isAsked = false;
      const text = draft;
      if (text !== known && !(await save(text))) return;
      known = text;
      if (draft !== text) continue;
      draft = undefined;
      done();
    }
  }
  return {
    type(text) {
      draft = text;
    },
    async keep(kept, save, done) {
      isAsked = true;
      if (isSaving) return;
      isSaving = true;
      try {
        await saveAll(kept, save, done);
      } finally {
        isSaving = false;
        isAsked = false;
      }
    },
  };
}
