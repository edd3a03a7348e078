import { money } from '../../../lib/format.ts';
import './plan-summary.css';

interface PlanSummaryProps {
  plan: { name: string };
  /** Unknown until the price list has loaded, which is not worth waiting for, and where it was agreed on. */
  priceCents: number | undefined;
  licences: number;
}

export function PlanSummary({ plan, priceCents, licences }: PlanSummaryProps) {
  return (
    <dl className="plan-summary">
      <div>
        <dt>Plan</dt>
        <dd>{plan.name}</dd>
        <dd className="plan-summary__note">
          {priceCents === undefined ? '\u00a0' : `${money(priceCents)} a month, GST included`}
        </dd>
      </div>
      <div>
        <dt>Licences</dt>
        <dd>
          <data value={licences}>{licences}</data>
        </dd>
        <dd className="plan-summary__note">
          {licences === 1 ? 'One technician can be scheduled' : `${licences} technicians can be scheduled`}
        </dd>
      </div>
    </dl>
  );
}
