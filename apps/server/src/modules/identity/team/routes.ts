import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import {
  MoneyChange,
  NewInvitation,
  RoleChange,
  TeamInvitation,
  TeamMember,
  TechnicianChoice,
  User,
} from '@muster/domain/identity/team/schema';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { commandRoute, owners, reading, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, sessionOf } from '../../../platform/sign-in/access.ts';
import { changeMoneyRight, changeRole, setUserDisabled, signUserOut, users } from '../users/service.ts';
import {
  chooseTechnician,
  inviteToTeam,
  resendInvitation,
  revokeInvitation,
  teamInvitations,
} from './service.ts';
import { listMembers, listOpenInvitations } from './store.ts';

const base = '/services/scheduling/api/v1/team';
const tags = ['Team'];
const params = Type.Object({ id: Id });
const answer = Saved(User);
const invitation = Saved(TeamInvitation);

/** Who signs in to the business is its owner's affair. */
export const teamRoutes: Module = (app, { database: { db, keys }, now }) => {
  const save = saving(db, now);
  const read = reading(db);
  const from = (request: FastifyRequest) => ({
    account: accountOf(request),
    user: sessionOf(request).user,
    keys,
  });

  app.get(
    base,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'List users and open invitations',
        response: {
          200: envelope(
            Type.Object({
              rows: Type.Array(TeamMember),
              invitations: Type.Array(TeamInvitation, { description: 'Not accepted yet' }),
              change: Type.Integer(),
            }),
          ),
        },
      },
    },
    (request) =>
      read(request, async (db) => ({
        rows: await listMembers(db, users),
        invitations: await listOpenInvitations(db, teamInvitations),
      })),
  );

  app.post(
    `${base}/invitations`,
    commandRoute(owners, {
      tags,
      summary: 'Invite a teammate by email',
      body: NewInvitation,
      answer: invitation,
    }),
    (request) =>
      save(request, 'team invitation sent', (write) => inviteToTeam(write, request.body, from(request))),
  );

  app.post(
    `${base}/invitations/:id/resend`,
    commandRoute(owners, { tags, summary: 'Resend an invitation', params, answer: invitation }),
    (request) =>
      save(request, 'team invitation sent again', (write) =>
        resendInvitation(write, request.params.id, from(request)),
      ),
  );

  app.post(
    `${base}/invitations/:id/revoke`,
    commandRoute(
      owners,
      { tags, summary: 'Withdraw an invitation', params, answer: invitation },
      'it closes a door',
    ),
    (request) =>
      save(request, 'team invitation taken back', (write) => revokeInvitation(write, request.params.id)),
  );

  app.patch(
    `${base}/:id`,
    commandRoute(owners, { tags, summary: 'Change a user’s role', params, body: RoleChange, answer }),
    (request) =>
      save(request, 'team role changed', (write) => changeRole(write, request.params.id, request.body)),
  );

  app.put(
    `${base}/:id/money`,
    commandRoute(owners, {
      tags,
      summary: 'Set what a dispatcher may do about money',
      params,
      body: MoneyChange,
      answer,
    }),
    (request) =>
      save(request, 'team money right changed', (write) =>
        changeMoneyRight(write, request.params.id, request.body),
      ),
  );

  app.post(
    `${base}/:id/disable`,
    commandRoute(owners, { tags, summary: 'Disable a user', params, answer }, 'it closes a door'),
    (request) =>
      save(request, 'team member disabled', (write) => setUserDisabled(write, request.params.id, true)),
  );

  app.post(
    `${base}/:id/enable`,
    commandRoute(owners, { tags, summary: 'Enable a user', params, answer }),
    (request) =>
      save(request, 'team member enabled', (write) => setUserDisabled(write, request.params.id, false)),
  );

  app.post(
    `${base}/:id/sign-out`,
    commandRoute(
      owners,
      {
        tags,
        summary: 'Sign a user out everywhere, for example after a lost phone',
        params,
        answer,
      },
      'it closes a door',
    ),
    (request) => save(request, 'team member signed out', (write) => signUserOut(write, request.params.id)),
  );

  app.put(
    `${base}/:id/technician`,
    commandRoute(owners, {
      tags,
      summary: 'Link a user to a technician',
      params,
      body: TechnicianChoice,
      answer,
    }),
    (request) =>
      save(request, 'team technician chosen', (write) =>
        chooseTechnician(write, request.params.id, request.body.technician_id),
      ),
  );
};
