import { NewSkill, Skill, SkillEdit } from '@muster/domain/work/skills/schema';
import { Type } from 'typebox';
import { owners, readersOfWork, reading } from '../../../platform/changes/from-request.ts';
import { recordRoutes, setArchived } from '../../../platform/changes/record.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { addSkill, editSkill, skills } from './service.ts';
import { listSkills } from './store.ts';

const base = '/services/scheduling/api/v1/skills';
const tags = ['Skills'];

export const skillRoutes: Module = (app, platform) => {
  const read = reading(platform.database.db);

  app.get(
    base,
    {
      config: { access: readersOfWork },
      schema: {
        tags,
        summary: 'List skills, including archived ones',
        response: { 200: envelope(Type.Object({ rows: Type.Array(Skill), change: Type.Integer() })) },
      },
    },
    (request) => read(request, async (db) => ({ rows: await listSkills(db, skills) })),
  );

  recordRoutes(app, platform, {
    base,
    tags,
    access: owners,
    thing: 'skill',
    row: Skill,
    add: { summary: 'Add a skill', body: NewSkill, run: addSkill },
    edit: { summary: 'Edit a skill', body: SkillEdit, run: editSkill },
    archive: { summary: 'Archive a skill', run: (write, id) => setArchived(write, skills, id, true) },
    restore: { summary: 'Restore a skill', run: (write, id) => setArchived(write, skills, id, false) },
  });
};
