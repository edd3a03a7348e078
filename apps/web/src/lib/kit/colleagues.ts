import { type CSSProperties, createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { CrewColour } from './choices/crew-colour.tsx';

/** What a colleague has to do with a visit just now. */
export interface Mark {
  readonly kind: 'held' | 'changed' | 'open';
  readonly colour: CrewColour;
  readonly initials: string;
  /** "Dana is moving this". */
  readonly words: string;
}

export interface Colleagues {
  /** By the id of the visit. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Tells colleagues that a visit is being moved here, until what it returns is called; or that somebody else was faster. */
  readonly hold: (visit: string, onRefused: (words: string) => void) => () => void;
}

export const ColleaguesContext = createContext<Colleagues>({ marks: new Map(), hold: () => () => {} });

export function useMarks(): Colleagues['marks'] {
  return useContext(ColleaguesContext).marks;
}

/** The colour of a mark, for what carries it. */
export function markColour(mark: Mark | undefined): CSSProperties {
  return { ['--colleague' as string]: mark && `var(--crew-${mark.colour})` };
}

/** Holds a visit as long as it is given. Returns who holds another one already, in words. */
export function useHold(visit: string | undefined, onRefused: (words: string) => void) {
  const { marks, hold } = useContext(ColleaguesContext);
  const refuse = useEffectEvent(onRefused);
  useEffect(() => (visit === undefined ? undefined : hold(visit, (words) => refuse(words))), [visit, hold]);
  return (wanted: string): string | undefined => {
    const mark = marks.get(wanted);
    return mark?.kind === 'held' ? mark.words : undefined;
  };
}
