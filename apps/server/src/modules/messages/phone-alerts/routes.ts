import { AlertedPhone, PhoneAlerts } from '@muster/domain/messages/phone-alerts/schema';
import type { Role } from '@muster/domain/values/role';
import { Type } from 'typebox';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf, sessionOf } from '../../../platform/sign-in/access.ts';
import { alertKey, alertPhone, forgetPhone, phoneAlerts } from './service.ts';

const base = '/services/scheduling/api/v1/my/phone-alerts';
const tags = ['My day'];
const access: readonly Role[] = ['owner', 'dispatcher', 'technician'];
const config = { access };

/** Each is about the browser that asks. They are no changes: nobody reads in a history that a phone is alerted. */
export const phoneAlertRoutes: Module = (app, { database: { db, keys }, settings }) => {
  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'See whether this phone is alerted when your visits change',
        response: { 200: envelope(PhoneAlerts) },
      },
    },
    async (request) => {
      const who = { account: accountOf(request), session: sessionOf(request) };
      return done(await withAccount(db, who.account, (db) => phoneAlerts(db, keys, who)));
    },
  );

  app.post(
    `${base}/key`,
    {
      config: { ...config, whenReadOnly: 'it is about this phone alone' },
      schema: {
        tags,
        summary: 'Get the public key that a browser needs to be alerted',
        response: { 200: envelope(Type.Object({ key: Type.String() })) },
      },
    },
    async (request) => {
      const account = accountOf(request);
      return done({ key: await withAccount(db, account, (db) => alertKey(db, keys, account)) });
    },
  );

  app.put(
    base,
    {
      config: { ...config, whenReadOnly: 'it is about this phone alone' },
      schema: {
        tags,
        summary: 'Alert this phone when the office changes your visits',
        description: 'It ends with the session.',
        body: AlertedPhone,
        response: { 200: envelope(Type.Null()) },
      },
    },
    async (request) => {
      const who = { account: accountOf(request), session: sessionOf(request) };
      const given = { phone: request.body, alsoHosts: settings.PUSH_SERVICES };
      await withAccount(db, who.account, (db) => alertPhone(db, keys, who, given));
      return done(null);
    },
  );

  app.delete(
    base,
    {
      config: { ...config, whenReadOnly: 'it is about this phone alone' },
      schema: { tags, summary: 'Stop alerting this phone', response: { 200: envelope(Type.Null()) } },
    },
    async (request) => {
      await withAccount(db, accountOf(request), (db) => forgetPhone(db, sessionOf(request)));
      return done(null);
    },
  );
};
