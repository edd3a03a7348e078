import type { Figures } from '@muster/domain/planning/schema';
import { compare } from '../model/figures.ts';

/** Before and after, in what a dispatcher asks for. */
export function FiguresTable({ before, after }: { before: Figures; after: Figures }) {
  return (
    <dl className="plan-figures">
      {compare(before, after).map((figure) => (
        <div key={figure.label}>
          <dt>{figure.label}</dt>
          <dd>
            {figure.change === undefined ? (
              figure.after
            ) : (
              <>
                <span className="plan-figures__before">{figure.before}</span>
                <span aria-hidden>→</span>
                <span className="m-hidden"> then </span>
                <b>{figure.after}</b>
                <em data-better={figure.isBetter || undefined}>{figure.change}</em>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
