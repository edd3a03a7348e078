import { Saved } from '@muster/domain/basics/changes/schema';
import { LastNumbers, MoneySettings, MoneySettingsEdit } from '@muster/domain/money/money-settings/schema';
import { Type } from 'typebox';
import {
  commandRoute,
  moneyDrafters,
  moneyKeepers,
  readingLive,
  savingLive,
} from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { editMoneySettings, lastNumbers, moneySettingsOf } from './service.ts';

const path = '/services/scheduling/api/v1/money-settings';
const tags = ['Money settings'];

export const moneySettingRoutes: Module = (app, { database: { db }, now }) => {
  const save = savingLive(db, now);
  const read = readingLive(db);

  app.get(
    path,
    {
      config: { access: moneyDrafters },
      schema: {
        tags,
        summary: 'Get the settings for money',
        response: {
          200: envelope(
            Type.Object({ row: MoneySettings, last_numbers: LastNumbers, change: Type.Integer() }),
          ),
        },
      },
    },
    (request) =>
      read(request, async (db) => ({ row: await moneySettingsOf(db), last_numbers: await lastNumbers(db) })),
  );

  app.patch(
    path,
    commandRoute(moneyKeepers, {
      tags,
      summary: 'Change the settings for money',
      body: MoneySettingsEdit,
      answer: Saved(MoneySettings),
    }),
    (request) => save(request, 'money settings edited', (write) => editMoneySettings(write, request.body)),
  );
};
