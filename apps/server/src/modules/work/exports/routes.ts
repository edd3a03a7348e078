import { CustomerQuery } from '@muster/domain/work/customers/schema';
import { JobQuery } from '@muster/domain/work/jobs/schema';
import { TechnicianQuery } from '@muster/domain/work/technicians/schema';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { pageCustomers } from '../customers/service.ts';
import { pageJobs } from '../jobs/service.ts';
import { skillNames } from '../skills/service.ts';
import { pageTechnicians } from '../technicians/service.ts';
import { exportRoute } from './service.ts';
import { customerColumns, jobColumns, technicianColumns } from './templates.ts';

export const exports: Module = (app, platform) => {
  exportRoute(app, platform, {
    name: 'technicians',
    tag: 'Technicians',
    access: dispatchers,
    query: TechnicianQuery,
    columns: async (zone, db) => technicianColumns(await skillNames(db), zone),
    readPage: pageTechnicians,
  });
  exportRoute(app, platform, {
    name: 'customers',
    tag: 'Customers',
    query: CustomerQuery,
    columns: customerColumns,
    readPage: pageCustomers,
  });
  exportRoute(app, platform, {
    name: 'jobs',
    tag: 'Jobs',
    query: JobQuery,
    columns: jobColumns,
    readPage: pageJobs,
  });
};
