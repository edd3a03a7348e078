import { dismiss, notify, type ToastRequest } from '@muster/ui/toast';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { ApiError, asText, refusedField } from '../api/api.ts';
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
import { incomplete, unexplained } from './form-words.ts';

interface PublicForm<Field extends string> {
  rules: FormRules<Field>;
  /** What to do about a field that is invalid, in words for a person; `text` is what it holds. */
  message: (field: Field, text: string) => ReactNode;
  read: (form: HTMLFormElement) => Entered<Field>;
  /** What it throws becomes an error notification. */
  send: (entered: Entered<Field>, form: HTMLFormElement) => Promise<void>;
}

/** What the server said instead of doing it. */
interface Refused {
  message: unknown;
  data: unknown;
}

interface Refusal {
  field: string;
  text: string;
}

/**
 * A form of the specification: it judges each field as it is entered, and is sent once however often it is pressed. The
 * inputs are left to the browser, not held in state: what was typed before this script ran is simply there.
 */
export function usePublicForm<Field extends string>({ rules, message, read, send }: PublicForm<Field>) {
  const [flags, setFlags] = useState(() => unknownFlags(rules));
  const [entered, setEntered] = useState(() => nothingEntered(rules));
  const [isRunning, setRunning] = useState(false);
  /** The field that kept the form from being sent. */
  const [pointedAt, setPointedAt] = useState<Field>();
  const [refusal, setRefusal] = useState<Refusal>();
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const said = useRef<number>(undefined);

  function say(word: ToastRequest) {
    said.current = notify(word);
  }

  /** Says why the server refused what was sent, and shows it at the field that it is about until that is changed. */
  function refuse(level: ToastRequest['level'], { message, data }: Refused) {
    const text = asText(message) ?? unexplained;
    say({ level, text });
    const field = refusedField(data);
    if (field !== undefined) setRefusal({ field, text });
  }

  useEffect(() => {
    // The overlay is closed by now, and has given the focus back to the button.
    if (refusal && !isRunning) control(form.current!, refusal.field)?.focus();
  }, [refusal, isRunning]);

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
    setRefusal((refusal) => (refusal?.field === field ? undefined : refusal));
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
    setRefusal(undefined);
    const wrong = obstacle(rules, judged);
    setPointedAt(wrong);
    if (wrong) {
      if (!isComplete(rules, found)) say({ level: 'error', text: incomplete });
      control(currentTarget, wrong)?.focus();
      return;
    }
    isSending.current = true;
    setRunning(true);
    try {
      await send(found, currentTarget);
    } catch (error) {
      const data = error instanceof ApiError ? error.data : undefined;
      refuse('error', { message: (error as Error).message, data });
    } finally {
      isSending.current = false;
      setRunning(false);
    }
  }

  /** What the form knows about one of its fields. */
  function field(name: Field) {
    const isRefused = refusal?.field === name;
    return {
      name,
      state: isRefused ? ('invalid' as const) : flags[name],
      error: isRefused ? refusal.text : message(name, entered[name]),
      required: true,
    };
  }

  return {
    field,
    pointedAt,
    entered,
    isRunning,
    lookAgain,
    clear,
    say,
    refuse,
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

function control(form: HTMLFormElement, name: string): HTMLElement | null {
  return form.querySelector(`[name=${name}]`);
}

/** Blanks included: whoever typed nothing else has been in the field, too. */
function asTyped<Field extends string>({ fields }: FormRules<Field>, form: HTMLFormElement): Entered<Field> {
  const values = new FormData(form);
  return Object.fromEntries(fields.map((field) => [field, formText(values, field)])) as Record<Field, string>;
}
