import { fastifySwagger } from '@fastify/swagger';
import { answers } from '@muster/domain/values/answer';
import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { Settings } from '../../../settings.ts';
import type { App } from '../../deps.ts';
import { isForKeys } from '../../sign-in/access.ts';
import { SESSION_COOKIE, needsXsrf } from '../../sign-in/session.ts';
import { cookieName } from '../requests/cookies.ts';
import { envelope } from './envelope.ts';

/** The table of codes, once for all routes, because every answer has one of them. */
const codeTable = [
  '| code | HTTP | meaning |',
  '|---|---|---|',
  ...Object.values(answers).map(({ code, status, meaning }) => `| ${code} | ${status} | ${meaning} |`),
].join('\n');

const refusal = {
  description: 'Refused or failed. The code says why.',
  ...envelope(Type.Null()),
};

/** The ways to be let in, any of which will do. */
function credentials({ method, url, config }: RouteOptions): Record<string, string[]>[] {
  const access = config?.access;
  if (access === 'public' || access === undefined) return [];
  const session = [method].flat().some(needsXsrf) ? { session: [], xsrf: [] } : { session: [] };
  return isForKeys(url, access, 'all') ? [session, { bearer: [] }] : [session];
}

/** Collects every route's schemas into one OpenAPI document, for the programs of others; our own web app is typed by the schemas. */
export function documentApi(app: App, settings: Settings): void {
  app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${settings.BRAND_NAME} API`,
        version: '1',
        description: `Every answer is \`{code, message, data}\`.\n\n${codeTable}`,
      },
      ...(settings.BASE_URL ? { servers: [{ url: settings.BASE_URL }] } : {}),
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: cookieName(settings, SESSION_COOKIE) },
          xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key of the account. It can do what a dispatcher can, or only read.',
          },
        },
      },
    },
    // The gate treats all routes alike, so its answers and credentials are documented here and not in each route.
    transform: ({ schema, url, route }) => ({
      url,
      schema: {
        ...schema,
        ...(route.config?.access === 'public' ? {} : { security: credentials(route) }),
        response: { ...(schema.response as object | undefined), default: refusal },
      },
    }),
  });
}

export function serveOpenApi(app: App): void {
  let text: string | undefined;
  app.get(
    '/services/openapi.json',
    { config: { access: 'public', offline: true }, schema: { hide: true } },
    (_, reply) => {
      text ??= JSON.stringify(app.swagger());
      return reply.type('application/json; charset=utf-8').send(text);
    },
  );
}
