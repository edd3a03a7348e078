import type { MoneyChange, NewInvitation, RoleChange, TeamMember } from '@muster/domain/identity/team/schema';
import { answer, api } from '../../../lib/api/api.ts';

export type Team = Awaited<ReturnType<typeof loadTeam>>;
export type Member = Team['rows'][number];
export type Invitation = Team['invitations'][number];
export type Role = TeamMember['role'];

const base = '/services/scheduling/api/v1';

/** When somebody was last seen is told by nobody: it is asked anew each time the page is opened. */
export const teamQuery = {
  queryKey: ['team'],
  queryFn: loadTeam,
  meta: { tables: ['users', 'team_invitations', 'technicians'] },
  staleTime: 0,
};

/** Those whom somebody may be on the board. */
export const choicesQuery = {
  queryKey: ['technicians', 'choices'],
  queryFn: async () =>
    (await answer(api.GET(`${base}/technicians`, { params: { query: { limit: 200 } } }))).rows,
  meta: { tables: ['technicians'] },
};

function loadTeam() {
  return answer(api.GET(`${base}/team`));
}

const keyed = (key: string) => ({ header: { 'idempotency-key': key } });
const at = (id: string, key: string) => ({ path: { id }, ...keyed(key) });

export function invite(body: NewInvitation, key: string) {
  return answer(api.POST(`${base}/team/invitations`, { params: keyed(key), body }));
}

export function resendInvitation(id: string, key: string) {
  return answer(api.POST(`${base}/team/invitations/{id}/resend`, { params: at(id, key) }));
}

export function revokeInvitation(id: string, key: string) {
  return answer(api.POST(`${base}/team/invitations/{id}/revoke`, { params: at(id, key) }));
}

export function changeMoneyRight(id: string, body: MoneyChange, key: string) {
  return answer(api.PUT(`${base}/team/{id}/money`, { params: at(id, key), body }));
}

export function changeRole(id: string, body: RoleChange, key: string) {
  return answer(api.PATCH(`${base}/team/{id}`, { params: at(id, key), body }));
}

export function disableMember(id: string, key: string) {
  return answer(api.POST(`${base}/team/{id}/disable`, { params: at(id, key) }));
}

export function enableMember(id: string, key: string) {
  return answer(api.POST(`${base}/team/{id}/enable`, { params: at(id, key) }));
}

export function signMemberOut(id: string, key: string) {
  return answer(api.POST(`${base}/team/{id}/sign-out`, { params: at(id, key) }));
}

export function chooseTechnician(id: string, technician_id: string | null, key: string) {
  return answer(api.PUT(`${base}/team/{id}/technician`, { params: at(id, key), body: { technician_id } }));
}
