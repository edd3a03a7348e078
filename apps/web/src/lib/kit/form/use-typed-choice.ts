import { type InputEvent, type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { afterPress } from './use-typed.ts';
import { type Choice, fitting, meantBy, unclear } from './typed-choice.ts';

interface TypedChoiceOptions {
  choices: readonly Choice[];
  chosen: readonly string[];
  /** What is chosen here, in one word: "suburb". */
  thing: string;
  /** Whether the choices are still those of what was typed before. */
  isSearching: boolean;
  onChoose: (value: string) => void;
  /** Somebody has emptied the field and left it. */
  onEmptied: () => void;
  onTyped?: ((text: string) => void) | undefined;
}

/**
 * What is typed into a picker is never lost without a word. Enter takes the first choice; whoever leaves the field has meant the only
 * one that fits. Where there is none, or several, what was typed stays and the field says so.
 */
export function useTypedChoice(options: TypedChoiceOptions) {
  const { chosen, thing, isSearching, onChoose, onEmptied, onTyped } = options;
  /** What is being typed; undefined while the field shows what is chosen. */
  const [text, setText] = useState<string>();
  const [wanted, setWanted] = useState<'first' | 'only'>();
  const isTyped = text !== undefined && text.trim() !== '';
  const choices = isTyped && isSearching ? fitting(text, options.choices) : options.choices;
  const isDue = isTyped && wanted !== undefined && !isSearching;
  const meant = isDue ? (wanted === 'first' ? firstOf(text, choices) : meantBy(text, choices)) : undefined;

  /** The server has searched already, misspellings included. */
  function firstOf(text: string, choices: readonly Choice[]) {
    return (onTyped ? choices : fitting(text, choices))[0];
  }

  function forget() {
    setText(undefined);
    setWanted(undefined);
  }

  const meantValue = meant?.value;
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    if (meantValue !== undefined) choose(meantValue);
  }, [meantValue]);
  if (meantValue !== undefined && chosen.includes(meantValue)) forget();

  return {
    text,
    choices,
    error: isDue && !meant ? unclear(text, choices, thing) : undefined,
    forget,
    field: {
      'data-unread': isTyped || undefined,
      onInput({ currentTarget: { value } }: InputEvent<HTMLInputElement>) {
        setText(value);
        setWanted(undefined);
        onTyped?.(value);
      },
      onBlur() {
        if (isTyped) return afterPress(() => setWanted('only'));
        if (text !== undefined) onEmptied();
        forget();
      },
      onKeyDown({ key }: KeyboardEvent) {
        // Should the kit have marked one, it is taken by the same key, and this forgotten.
        if (key === 'Enter' && isTyped) setWanted('first');
      },
    },
  };
}
