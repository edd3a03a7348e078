import {
  DARK_PAPER,
  INK,
  legibleOn,
  LIGHT_INK,
  OUR_COLOUR,
  OURS_IN_THE_DARK,
  PAPER,
} from '@muster/domain/values/colour';
import type { CSSProperties } from 'react';
import { contentOf } from '../files/files.ts';
import './letterhead.css';

interface LetterheadProps {
  name: string;
  logo: string | null;
  /** The longest that the logo may be, as CSS has it. */
  frame: { width: string; height: string };
}

/** Whose paper it is: the logo where there is one, else the name. It wants the colours of `letterheadStyle` around it. */
export function Letterhead({ name, logo, frame: { width, height } }: LetterheadProps) {
  if (logo === null) return <span className="letterhead__name">{name}</span>;
  return (
    <img
      className="letterhead__logo"
      src={contentOf(logo)}
      alt={name}
      style={{ maxWidth: width, maxHeight: height }}
    />
  );
}

/** The colour of a business for what is in it, and for text where that can be read. */
export function letterheadStyle(colour: string | null): CSSProperties {
  const own = colour ?? OUR_COLOUR;
  return {
    '--business': own,
    '--business-on-paper': legibleOn(PAPER, own, INK),
    '--business-in-the-dark': colour === null ? OURS_IN_THE_DARK : legibleOn(DARK_PAPER, own, LIGHT_INK),
  } as CSSProperties;
}
