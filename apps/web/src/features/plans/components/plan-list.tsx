import { Button } from '@muster/ui/button';
import { BlankPlanCard, PlanCard } from './plan-card.tsx';
import { usePlans } from './use-plans.ts';
import './plan-list.css';

/** How many there are before anybody has said so: what the product comes with. */
const expected = ['first', 'second', 'third'];

export function PlanList() {
  const { plans, error, reload } = usePlans();
  if (error) return <Problem message={error.message} onRetry={reload} />;
  if (!plans) {
    return (
      <div className="plan-list" aria-busy="true">
        <output className="m-hidden">Loading the plans</output>
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
      <h2>The plans could not be loaded</h2>
      <p>{message}</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
