import './plan-summary.css';

interface PlanSummaryProps {
  plan: { name: string };
  licences: number;
}

export function PlanSummary({ plan, licences }: PlanSummaryProps) {
  return (
    <dl className="plan-summary">
      <div>
        <dt>Plan</dt>
        <dd>{plan.name}</dd>
      </div>
      <div>
        <dt>Licences</dt>
        <dd>
          <data value={licences}>{licences}</data>
        </dd>
        <dd className="plan-summary__note">
          {licences === 1 ? 'One technician can be scheduled.' : `${licences} technicians can be scheduled.`}
        </dd>
      </div>
    </dl>
  );
}
