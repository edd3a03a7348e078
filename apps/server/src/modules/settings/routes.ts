import { Saved, Shown } from '@muster/domain/changes/schema';
import { Business, BusinessEdit } from '@muster/domain/settings/schema';
import { commandRoute, dispatchers, owners, reading, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { accountOf } from '../../platform/sign-in/access.ts';
import { editSettings, readSettings } from './service.ts';

const path = '/services/scheduling/api/v1/settings';
const tags = ['Settings'];
const answer = Saved(Business);

export const settingRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    path,
    {
      config: { access: dispatchers },
      schema: {
        tags,
        summary: 'What the business is and how it works',
        response: { 200: envelope(Shown(Business)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await readSettings(db, accountOf(request)) })),
  );

  app.patch(
    path,
    commandRoute(owners, {
      tags,
      summary: 'Change the settings of the business',
      body: BusinessEdit,
      answer,
    }),
    (request) =>
      save(request, 'settings edited', (write) => editSettings(write, accountOf(request), request.body)),
  );
};
