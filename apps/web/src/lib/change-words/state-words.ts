import { thingNames, toldFields } from './field-words.ts';

type Fields = Record<string, unknown>;

/** Moments that are a state: what whoever set one did, and whoever took it away again. */
const stamps: Record<string, { set: string; cleared: string }> = {
  archived_at: { set: 'archived', cleared: 'restored' },
  set_up_at: { set: 'set up', cleared: 'changed' },
  cancelled_at: { set: 'cancelled', cleared: 'restored' },
  dispatched_at: { set: 'dispatched', cleared: 'took back the dispatch of' },
  disabled_at: { set: 'disabled the sign-in of', cleared: 'enabled the sign-in of' },
  signed_out_at: { set: 'signed out everywhere', cleared: 'changed' },
  revoked_at: { set: 'revoked', cleared: 'restored' },
  accepted_at: { set: 'accepted the invitation of', cleared: 'changed the invitation of' },
  deleted_at: { set: 'deleted', cleared: 'brought back' },
  retracted_at: { set: 'took back', cleared: 'noted again' },
  sent_at: { set: 'sent another invitation to', cleared: 'changed the invitation of' },
};

/** Changes of state have a verb of their own. */
export function stateWords(table: string, before: Fields, after: Fields): string | undefined {
  const stamp = Object.keys(stamps).find((field) => field in after);
  if (stamp !== undefined) {
    const isSet = after[stamp] !== null;
    if (table === 'team_invitations' && stamp === 'revoked_at') return 'took back the invitation of';
    if (stamp === 'revoked_at' && isSet) return `revoked the ${thingNames[table] ?? table}`;
    return isSet ? stamps[stamp]!.set : stamps[stamp]!.cleared;
  }
  const fields = toldFields(Object.keys(after));
  if (fields.length !== 1 || !('is_active' in after) || before['is_active'] === undefined) return undefined;
  return after['is_active'] === true ? 'activated' : 'deactivated';
}

/** "changed the plan to Crew, with 10 licences". */
export function planWords(before: Fields, after: Fields): string {
  const count = after['licences'];
  const licences = count === 1 ? 'one licence' : `${String(count)} licences`;
  if (!('plan_code' in after))
    return `changed the number of licences from ${String(before['licences'])} to ${String(count)}`;
  const plan = String(after['plan_code']).replace(/^./, (letter) => letter.toUpperCase());
  return `changed the plan to ${plan}${count === undefined ? '' : `, with ${licences}`}`;
}
