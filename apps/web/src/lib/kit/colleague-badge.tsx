import type { Mark } from './colleagues.ts';
import type { CrewColour } from './choices/crew-colour.tsx';
import './colleague-badge.css';

/**
 * The initials of a colleague in their colour, on what they have to do with. Its words are told where no label has them;
 * what is seen of them is drawn by the style, because it is no part of the name of what it lies on.
 */
export function ColleagueBadge({ mark, isTold }: { mark: Mark | undefined; isTold?: true }) {
  if (!mark) return null;
  const { kind, colour, initials, words } = mark;
  return (
    <>
      {isTold && <span className="m-hidden">{words}</span>}
      <span
        className="colleague-badge"
        data-kind={kind}
        data-colour={colour}
        data-text={kind === 'held' ? words : initials}
        aria-hidden
      />
    </>
  );
}

/** A colleague as a circle. */
export function ColleagueDot({ colour, initials }: { colour: CrewColour; initials: string }) {
  return (
    <span className="colleague-dot" data-colour={colour} aria-hidden>
      {initials}
    </span>
  );
}
