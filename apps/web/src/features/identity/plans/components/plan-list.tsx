import { Button, ButtonLink } from '@muster/ui/button';
import { money } from '../../../../lib/format/format.ts';
import { isGstIncluded } from '../../../../lib/page/page-settings.ts';
import type { Plan } from '../api.ts';
import { technicians } from '../model/plan-words.ts';
import { usePlans } from './use-plans.ts';
import './plan-card.css';
import './plan-list.css';

/** How many there are before anybody has said so: what the product comes with. */
const expected = ['first', 'second', 'third'];

export function PlanList() {
  const { plans, error, reload } = usePlans();
  if (error) return <Problem message={error.message} onRetry={reload} />;
  if (!plans) {
    return (
      <div className="plan-list" aria-busy="true">
        <output className="m-hidden">Loading plans</output>
        {expected.map((place) => (
          <BlankPlanCard key={place} />
        ))}
      </div>
    );
  }
  return (
    <ul className="plan-list" aria-label="Plans">
      {plans.map((plan) => (
        <li key={plan.code}>
          <PlanCard plan={plan} />
        </li>
      ))}
    </ul>
  );
}

function Problem({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="plan-list plan-list--failed" role="alert">
      <h2>We couldn’t load the plans</h2>
      <p>{message}</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** One plan: what it costs, whom it is for, and the way in. */
function PlanCard({ plan }: { plan: Plan }) {
  const { code, name, licences, price_cents: price } = plan;
  return (
    <article className="plan-card">
      <h2>{name}</h2>
      <p className="plan-card__price">
        <strong>{money(price)}</strong> a month
      </p>
      <p className="plan-card__share">
        {isGstIncluded() && (
          <>
            including GST
            <br />
          </>
        )}
        {money(Math.round(price / licences))} for each technician
      </p>
      <Crew size={licences} />
      <p className="plan-card__licences">
        {licences === 1 ? technicians(licences) : `Up to ${technicians(licences)}`} on the board
      </p>
      <ButtonLink href={`/register?plan=${encodeURIComponent(code)}`}>Register with {name}</ButtonLink>
    </article>
  );
}

/** The card before its plan arrives: the same lines, empty, so that nothing moves when they are filled. */
function BlankPlanCard() {
  return (
    <div className="plan-card plan-card--blank">
      <span className="plan-card__title" />
      <span className="plan-card__price" />
      <span className="plan-card__share" />
      <span className="plan-card__crew" />
      <span className="plan-card__licences" />
      <span className="plan-card__button" />
    </div>
  );
}

/** As many heads as there are licences: the difference between the plans at a glance. */
function Crew({ size }: { size: number }) {
  return (
    <div className="plan-card__crew" aria-hidden="true">
      {Array.from({ length: Math.min(size, 50) }, (_, head) => (
        <span key={head} />
      ))}
    </div>
  );
}
