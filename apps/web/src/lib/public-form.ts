import { dismiss, notify, type ToastRequest } from '@muster/ui/toast';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import {
  filledIn,
  isComplete,
  judge,
  judgeAll,
  nothingEntered,
  obstacle,
  unknownFlags,
} from './form-flags.ts';
import type { Entered, FormRules } from './form-flags.ts';
import { formText } from './form-text.ts';
import { incomplete } from './form-words.ts';

interface PublicForm<Field extends string> {
  rules: FormRules<Field>;
  read: (form: HTMLFormElement) => Entered<Field>;
  /** What it throws becomes an error notification. */
  send: (entered: Entered<Field>, form: HTMLFormElement) => Promise<void>;
}

/**
 * A form of the specification: it judges each field as it is entered, and is sent once however often it is pressed. The
 * inputs are left to the browser, not held in state: what was typed before this script ran is simply there.
 */
export function usePublicForm<Field extends string>({ rules, read, send }: PublicForm<Field>) {
  const [flags, setFlags] = useState(() => unknownFlags(rules));
  const [entered, setEntered] = useState(() => nothingEntered(rules));
  const [isRunning, setRunning] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const said = useRef<number>(undefined);

  function say(word: ToastRequest) {
    said.current = notify(word);
  }

  /** Judges what the form holds without anybody having typed it just now. */
  const lookAgain = useCallback(() => {
    const found = read(form.current!);
    const typed = asTyped(rules, form.current!);
    setEntered(found);
    setFlags((flags) => judge(rules, flags, found, filledIn(rules, typed)));
  }, [rules, read]);
  useEffect(lookAgain, [lookAgain]);

  function change(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement;
    const field = rules.fields.find((field) => field === name);
    if (!field) return;
    const found = read(form.current!);
    setEntered(found);
    setFlags((flags) => judge(rules, flags, found, [field]));
  }

  function clear() {
    form.current?.reset();
    setEntered(nothingEntered(rules));
    setFlags(unknownFlags(rules));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Not the state, which a second press in the same moment would not see.
    if (isSending.current) return;
    // What was said about the last try is not true of this one.
    if (said.current !== undefined) dismiss(said.current);
    const { currentTarget } = event;
    const found = read(currentTarget);
    const judged = judgeAll(rules, flags, found);
    setFlags(judged);
    const wrong = obstacle(rules, judged);
    if (wrong) {
      if (!isComplete(rules, found)) say({ level: 'error', text: incomplete });
      currentTarget.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
      return;
    }
    isSending.current = true;
    setRunning(true);
    try {
      await send(found, currentTarget);
    } catch (error) {
      say({ level: 'error', text: (error as Error).message });
    } finally {
      isSending.current = false;
      setRunning(false);
    }
  }

  return {
    flags,
    entered,
    isRunning,
    lookAgain,
    clear,
    say,
    form,
    /** Outside of a dialog the method of that name sends nothing: without a script nothing goes anywhere. */
    props: {
      ref: form,
      method: 'dialog' as const,
      noValidate: true,
      // Not `onChange`: after a reset React does not notice when what was there before comes back in one piece.
      onInput: change,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    },
  };
}

/** Blanks included: whoever typed nothing else has been in the field, too. */
function asTyped<Field extends string>({ fields }: FormRules<Field>, form: HTMLFormElement): Entered<Field> {
  const values = new FormData(form);
  return Object.fromEntries(fields.map((field) => [field, formText(values, field)])) as Record<Field, string>;
}
