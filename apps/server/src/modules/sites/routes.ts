import { Id, Page, Saved, Shown } from '@muster/domain/changes/schema';
import { NewSite, Site, SiteEdit, SiteQuery, SiteSummary } from '@muster/domain/sites/schema';
import { Type } from 'typebox';
import { commandRoute, dispatchers, reading, saving } from '../../platform/changes/from-request.ts';
import type { Module } from '../../platform/deps.ts';
import { envelope } from '../../platform/http/envelope.ts';
import { addSite, describeSite, editSite, setSiteArchived, sites } from './service.ts';
import { listSites } from './store.ts';

const api = '/services/scheduling/api/v1';
const base = `${api}/sites`;
const tags = ['Customers'];
const params = Type.Object({ id: Id });
const config = { access: dispatchers };
const answer = Saved(Site);

export const siteRoutes: Module = (app, { database: { db }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'Sites, a page at a time',
        querystring: SiteQuery,
        response: { 200: envelope(Page(SiteSummary)) },
      },
    },
    (request) => read(request, (db) => listSites(db, sites, request.query)),
  );

  app.get(
    `${base}/:id`,
    {
      config,
      schema: { tags, summary: 'One site', params, response: { 200: envelope(Shown(SiteSummary)) } },
    },
    (request) => read(request, async (db) => ({ row: await describeSite(db, request.params.id) })),
  );

  app.post(
    `${api}/customers/:id/sites`,
    commandRoute(dispatchers, { tags, summary: 'Add a site', params, body: NewSite, answer }),
    (request) => save(request, 'site added', (write) => addSite(write, request.params.id, request.body)),
  );

  app.patch(
    `${base}/:id`,
    commandRoute(dispatchers, { tags, summary: 'Edit a site', params, body: SiteEdit, answer }),
    (request) => save(request, 'site edited', (write) => editSite(write, request.params.id, request.body)),
  );

  app.post(
    `${base}/:id/archive`,
    commandRoute(dispatchers, { tags, summary: 'Put a site aside', params, answer }),
    (request) => save(request, 'site archived', (write) => setSiteArchived(write, request.params.id, true)),
  );

  app.post(
    `${base}/:id/restore`,
    commandRoute(dispatchers, { tags, summary: 'Bring a site back', params, answer }),
    (request) => save(request, 'site restored', (write) => setSiteArchived(write, request.params.id, false)),
  );
};
