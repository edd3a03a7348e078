import type { Plan } from '../api.ts';
import { monthly, technicians } from '../model/plan-words.ts';
import './chosen-plan.css';

interface ChosenPlanProps {
  code: string;
  /** What is known about it; its code alone until the plans have arrived. */
  plan: Plan | undefined;
  /** What is true of every price. */
  terms: string;
}

/** The plan that a registration is for, as text: choosing another one is a link away. */
export function ChosenPlan({ code, plan, terms }: ChosenPlanProps) {
  return (
    <div className="chosen-plan">
      <p>
        Plan: <strong>{plan?.name ?? code}</strong>
      </p>
      <a href="/pricing">Compare plans</a>
      <p className="chosen-plan__terms">{plan && `${technicians(plan.licences)}, ${monthly(plan)}`}</p>
      <p className="chosen-plan__of-all">{terms}</p>
    </div>
  );
}
