import type { LocalDate } from '../../values/local-time.ts';
import type { EpochMinutes, Minutes } from '../../values/minutes.ts';
import type { RuleName } from '../constraints.ts';
import type { AbsenceRow, VisitState } from './rows.ts';

/** What speaks against a visit being done by these technicians from that moment on, and what happens if it is done so all the same. */
export type Reason = Finding & {
  /** Hard ones refuse, soft ones warn. */
  readonly kind: 'hard' | 'soft';
  /** Whether somebody may break the rule who gives a reason for it. */
  readonly canOverride: boolean;
};

/** A broken rule: whom it concerns, with what it clashes, by how much. */
export type Finding =
  | { readonly rule: 'inactive'; readonly technician: string }
  | { readonly rule: 'banned'; readonly technician: string }
  | { readonly rule: 'preference'; readonly technician: string }
  /** Without a technician: what nobody of the crew holds, or too few of them. */
  | { readonly rule: 'skill'; readonly technician: string | null; readonly skills: readonly string[] }
  /** Expired on a day, or never held. */
  | {
      readonly rule: 'ticket';
      readonly technician: string;
      readonly skill: string;
      readonly expired: LocalDate | null;
    }
  | { readonly rule: 'crew'; readonly needed: number; readonly given: number }
  | {
      readonly rule: 'overlap';
      readonly technician: string;
      readonly visit: string;
      readonly start: EpochMinutes;
      readonly end: EpochMinutes;
      readonly by: Minutes;
    }
  | {
      readonly rule: 'travel';
      readonly technician: string;
      /** The drive to the visit, or the one that follows it. */
      readonly leg: 'to' | 'from';
      /** The visit at the other end; none where it is the base. */
      readonly visit: string | null;
      readonly drive: Minutes;
      readonly by: Minutes;
    }
  | {
      readonly rule: 'window';
      readonly miss: 'date' | 'early' | 'late' | 'not before';
      readonly start: EpochMinutes;
      readonly end: EpochMinutes | null;
      readonly by: Minutes;
    }
  | { readonly rule: 'lateness'; readonly dueBy: EpochMinutes; readonly by: Minutes }
  | { readonly rule: 'past'; readonly by: Minutes }
  | {
      readonly rule: 'shift';
      readonly technician: string;
      readonly miss: 'early' | 'late';
      /** Where the shift begins or ends. */
      readonly at: EpochMinutes;
      readonly by: Minutes;
    }
  | { readonly rule: 'shift'; readonly technician: string; readonly miss: 'day off'; readonly by: Minutes }
  | {
      readonly rule: 'overtime';
      readonly technician: string;
      readonly at: EpochMinutes;
      readonly by: Minutes;
    }
  | {
      readonly rule: 'break';
      readonly technician: string;
      readonly earliest: EpochMinutes;
      readonly length: Minutes;
    }
  | {
      readonly rule: 'absence';
      readonly technician: string;
      readonly absence: AbsenceRow;
      readonly by: Minutes;
    }
  | { readonly rule: 'holiday'; readonly name: string }
  | { readonly rule: 'pinned'; readonly because: 'pinned' | 'dispatched' }
  | { readonly rule: 'state'; readonly state: VisitState };

export type FindingOf<Rule extends Finding['rule']> = Extract<Finding, { readonly rule: Rule }>;

/** The reasons that refuse, without those that somebody has overridden and may override. */
export function refusals(reasons: readonly Reason[], overridden: readonly RuleName[] = []): Reason[] {
  return reasons.filter(
    ({ kind, rule, canOverride }) => kind === 'hard' && !(canOverride && overridden.includes(rule)),
  );
}
