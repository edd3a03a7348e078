import { Page, Shown } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import {
  GeocoderState,
  KnownStreet,
  NewSite,
  Site,
  SiteEdit,
  SiteQuery,
  SiteSummary,
  StreetQuery,
} from '@muster/domain/work/sites/schema';
import { Type } from 'typebox';
import { dispatchers, readersOfWork, reading } from '../../../platform/changes/from-request.ts';
import { recordRoutes, setArchived } from '../../../platform/changes/record.ts';
import type { App, Platform } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { addSite, describeSite, editSite, knownStreets, sites } from './service.ts';
import { countLookups, listSites } from './store.ts';
import type { Lookups } from './tasks.ts';

const api = '/services/scheduling/api/v1';
const base = `${api}/sites`;
const tags = ['Customers'];
const params = Type.Object({ id: Id });
const config = { access: dispatchers };

export function siteRoutes(app: App, platform: Platform, lookups: Lookups): void {
  const read = reading(platform.database.db);

  app.get(
    base,
    {
      config: { access: readersOfWork },
      schema: {
        tags,
        summary: 'List sites, page by page',
        querystring: SiteQuery,
        response: { 200: envelope(Page(SiteSummary)) },
      },
    },
    (request) => read(request, (db) => listSites(db, sites, request.query)),
  );

  app.get(
    `${base}/:id`,
    {
      config: { access: readersOfWork },
      schema: { tags, summary: 'Get a site', params, response: { 200: envelope(Shown(SiteSummary)) } },
    },
    (request) => read(request, async (db) => ({ row: await describeSite(db, request.params.id) })),
  );

  app.get(
    `${api}/streets`,
    {
      config,
      schema: {
        tags,
        summary: 'Suggest streets that you have sites in, while an address is typed',
        querystring: StreetQuery,
        response: { 200: envelope(Type.Object({ rows: Type.Array(KnownStreet) })) },
      },
    },
    (request) => read(request, async (db) => ({ rows: await knownStreets(db, request.query.search) })),
  );

  app.get(
    `${api}/geocoder`,
    {
      config,
      schema: {
        tags,
        summary: 'Get the status of the geocoder, and how many of your sites wait to be looked up',
        response: { 200: envelope(GeocoderState) },
      },
    },
    (request) => read(request, async (db) => ({ ...lookups.state(), waiting: await countLookups(db) })),
  );

  recordRoutes(app, platform, {
    base,
    addedAt: `${api}/customers/:id/sites`,
    tags,
    access: dispatchers,
    thing: 'site',
    row: Site,
    add: {
      summary: 'Add a site',
      body: NewSite,
      run: (write, site, customer) => addSite(write, customer, site),
    },
    edit: { summary: 'Edit a site', body: SiteEdit, run: editSite },
    archive: { summary: 'Archive a site', run: (write, id) => setArchived(write, sites, id, true) },
    restore: { summary: 'Restore a site', run: (write, id) => setArchived(write, sites, id, false) },
  });
}
