import { Id, Saved } from '@muster/domain/changes/schema';
import { NewSkill, Skill, SkillEdit } from '@muster/domain/skills/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, owners, reading, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { addSkill, editSkill, setSkillArchived, skills } from './service.ts';
import { listSkills } from './store.ts';

const base = '/services/scheduling/api/v1/skills';
const tags = ['Skills'];
const params = Type.Object({ id: Id });
const answer = Saved(Skill);

export const skillRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    base,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'What technicians can do, the archived too',
        response: { 200: envelope(Type.Object({ rows: Type.Array(Skill), change: Type.Integer() })) },
      },
    },
    (request) => read(request, async (db) => ({ rows: await listSkills(db, skills) })),
  );

  app.post(base, commandRoute(owners, { tags, summary: 'Add a skill', body: NewSkill, answer }), (request) =>
    save(request, 'skill added', (write) => addSkill(write, request.body)),
  );

  app.patch(
    `${base}/:id`,
    commandRoute(owners, { tags, summary: 'Edit a skill', params, body: SkillEdit, answer }),
    (request) => save(request, 'skill edited', (write) => editSkill(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/archive`,
    commandRoute(owners, { tags, summary: 'Offer a skill no more', params, answer }),
    (request) => save(request, 'skill archived', (write) => setSkillArchived(write, request.params.id, true)),
  );

  app.post(
    `${base}/:id/restore`,
    commandRoute(owners, { tags, summary: 'Offer a skill again', params, answer }),
    (request) =>
      save(request, 'skill restored', (write) => setSkillArchived(write, request.params.id, false)),
  );
};
