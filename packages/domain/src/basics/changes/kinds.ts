/** What may be done with a change of some kind, and what it is to a reader. */
interface ChangeRule {
  /** Whether it has an inverse. What has none is changed back by hand. */
  readonly undo: boolean;
  /** The table that an import took rows into. */
  readonly imports?: string;
  /** Whether it only follows from what somebody did: an undo of that takes it along. */
  readonly follows?: true;
}

const undoable: ChangeRule = { undo: true };
/** It has left the house, opens or closes a door, or took something away for good. */
const final: ChangeRule = { undo: false };

const rules = {
  'absence added': undoable,
  'absence edited': undoable,
  'absence removed': undoable,
  'addresses found': { undo: true, follows: true },
  'api key added': final,
  'api key revoked': final,
  'calendar feed added': final,
  'calendar feed revoked': final,
  'contact added': undoable,
  'contact edited': undoable,
  'contact removed': undoable,
  'customer added': undoable,
  'customer archived': undoable,
  'customer edited': undoable,
  'customer restored': undoable,
  'customer told': final,
  'customers merged': undoable,
  'customers imported': { undo: true, imports: 'customers' },
  'day dispatched': undoable,
  'delay told': undoable,
  'enquiry assigned': undoable,
  'enquiry due changed': undoable,
  'enquiry moved': undoable,
  'enquiry noted': undoable,
  'enquiry owner invited': final,
  'enquiry provisioned': final,
  'erasure of a contact': final,
  'erasure of a customer': final,
  'erasure of a technician': final,
  'file added': final,
  'file checked': final,
  'file deleted': undoable,
  'follow-up dismissed': undoable,
  'job added': undoable,
  'job archived': undoable,
  'job cancelled': undoable,
  'job edited': undoable,
  'job restored': undoable,
  'job type added': undoable,
  'job type archived': undoable,
  'job type edited': undoable,
  'job type restored': undoable,
  'jobs imported': { undo: true, imports: 'jobs' },
  'licences changed': final,
  'past visit recorded': undoable,
  'proposal accepted': undoable,
  'proposal rejected': undoable,
  'remedy chosen': undoable,
  'report chosen': undoable,
  'report mailed': final,
  'return visit added': undoable,
  'sample data added': undoable,
  'sample data removed': undoable,
  'scenario added': final,
  'scenario discarded': final,
  'scenario renamed': undoable,
  'scenario taken over': undoable,
  'settings edited': undoable,
  'site added': undoable,
  'site archived': undoable,
  'site edited': undoable,
  'site pinned': undoable,
  'site restored': undoable,
  'skill added': undoable,
  'skill archived': undoable,
  'skill edited': undoable,
  'skill restored': undoable,
  'team invitation sent': final,
  'team invitation sent again': final,
  'team invitation taken back': final,
  'team member disabled': final,
  'team member enabled': final,
  'team member joined': final,
  'team member signed out': final,
  'team role changed': final,
  'team technician chosen': final,
  'technician added': undoable,
  'technician archived': undoable,
  'technician edited': undoable,
  'technician restored': undoable,
  'technicians imported': { undo: true, imports: 'technicians' },
  'ticket added': undoable,
  'ticket edited': undoable,
  'ticket removed': undoable,
  undo: undoable,
  'visit added': undoable,
  'visit cancelled': undoable,
  'visit dispatched': undoable,
  'visit edited': undoable,
  'visit ended': undoable,
  'visit note chosen': undoable,
  'visit note taken back': undoable,
  'visit link made': final,
  'visit link revoked': final,
  'visit noted': undoable,
  'visit pinned': undoable,
  'visit progress taken back': undoable,
  'visit progressed': undoable,
  'visit restored': undoable,
  'visit scheduled': undoable,
  'visit unpinned': undoable,
  'visit unscheduled': undoable,
  'visits called back': undoable,
  'visits dispatched': undoable,
  'visits pinned': undoable,
  'visits scheduled': undoable,
  'visits unpinned': undoable,
  'visits unscheduled': undoable,
  'webhook added': final,
  'webhook edited': final,
  'webhook removed': final,
  'webhook secret replaced': final,
  'webhook sent again': final,
  'webhook stopped': final,
  'webhook tested': final,
} satisfies Record<string, ChangeRule>;

/** As the log keeps it and the history tells it. What is in the log stays: a kind that nobody makes any more keeps its line above. */
export type ChangeKind = keyof typeof rules;

export const changeKinds = Object.keys(rules) as ChangeKind[];

export const followingKinds = changeKinds.filter((kind) => ruleOf(kind)?.follows);

/** Undefined for a kind that only a newer version of the server knows, as while a new one replaces an old one. */
export function ruleOf(kind: ChangeKind): ChangeRule | undefined {
  return (rules as Partial<Record<string, ChangeRule>>)[kind];
}
