import type { ReactNode } from 'react';
import type { Comparison } from '../api.ts';
import { contrastOf, figureInWords, figures } from '../model/figures.ts';
import './scenario.css';

/** Above a board there is room for those that decide; the dialog has all of them. */
const shown = figures.filter(({ key }) => ['placed', 'driving', 'overtime', 'kept'].includes(key));

interface CompareFiguresProps {
  name: string;
  /** Which board it is, to be changed. */
  choice: ReactNode;
  /** Nothing while they are reckoned. */
  own: Comparison['boards'][number] | undefined;
  other: Comparison['boards'][number] | undefined;
  /** The way to the board itself. */
  open: ReactNode;
}

/** The name of a board, and how it does against the other one. */
export function CompareFigures({ name, choice, own, other, open }: CompareFiguresProps) {
  return (
    <section className="compare-figures" aria-label={name}>
      <header>
        {choice}
        {open}
      </header>
      <dl>
        {shown.map((figure) => {
          const contrast =
            own && other && contrastOf(figure, other.figures[figure.key], own.figures[figure.key]);
          return (
            <div key={figure.key}>
              <dt>{figure.label}</dt>
              <dd>
                <b>{own ? figureInWords(figure, own.figures[figure.key]) : '…'}</b>
                {contrast && <ContrastWords {...contrast} />}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** More or less, and whether that is good: in words, with a colour beside them. */
export function ContrastWords({ words, verdict }: ReturnType<typeof contrastOf>) {
  return (
    <span className="contrast" data-verdict={verdict}>
      {verdict === 'same' ? words : `${words}, ${verdict}`}
    </span>
  );
}
