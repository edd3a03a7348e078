import {
  Campaign,
  CampaignEdit,
  CampaignFigure,
  FigureQuery,
  NewCampaign,
} from '@muster/domain/calls/campaigns/schema';
import { dateAt } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { isPermitted } from '@muster/domain/values/role';
import { Type } from 'typebox';
import { moneyDrafters, owners, readersOfWork, readingLive } from '../../../platform/changes/from-request.ts';
import { recordRoutes, setArchived } from '../../../platform/changes/record.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, callerOf } from '../../../platform/sign-in/access.ts';
import { readSettings } from '../../work/settings/service.ts';
import { addCampaign, campaigns, editCampaign, figuresOf } from './service.ts';
import { listCampaigns } from './store.ts';

const base = '/services/calls/api/v1/campaigns';
const tags = ['Calls'];
const config = { access: readersOfWork };

/** Where work comes from. */
export const campaignRoutes: Module = (app, platform) => {
  const { database, now } = platform;
  const read = readingLive(database.db);

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'List campaigns, including archived ones',
        response: { 200: envelope(Type.Object({ rows: Type.Array(Campaign), change: Type.Integer() })) },
      },
    },
    (request) => read(request, async (db) => ({ rows: await listCampaigns(db, campaigns) })),
  );

  app.get(
    `${base}/figures`,
    {
      config,
      schema: {
        tags,
        summary: 'Count calls, jobs and what was invoiced by campaign and month',
        description: 'Of the last twelve months, or of those from and to which you ask, a year at most.',
        querystring: FigureQuery,
        response: {
          200: envelope(Type.Object({ rows: Type.Array(CampaignFigure), change: Type.Integer() })),
        },
      },
    },
    (request) => {
      const hasMoney = isPermitted(moneyDrafters, callerOf(request));
      return read(request, async (db) => {
        const { zone } = await readSettings(db, accountOf(request));
        const today = dateAt(minuteAt(now()), zone);
        return { rows: await figuresOf(db, { zone, today, hasMoney }, request.query) };
      });
    },
  );

  recordRoutes(app, platform, {
    base,
    tags,
    access: owners,
    thing: 'campaign',
    row: Campaign,
    add: { summary: 'Add a campaign', body: NewCampaign, run: addCampaign },
    edit: { summary: 'Edit a campaign', body: CampaignEdit, run: editCampaign },
    archive: { summary: 'Archive a campaign', run: (write, id) => setArchived(write, campaigns, id, true) },
    restore: { summary: 'Restore a campaign', run: (write, id) => setArchived(write, campaigns, id, false) },
  });
};
