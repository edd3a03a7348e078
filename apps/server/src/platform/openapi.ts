import { fastifySwagger } from '@fastify/swagger';
import { answers } from '@muster/domain/values/answer';
import type { Settings } from '../settings.ts';
import type { App } from './deps.ts';

/** The whole table of codes, because every answer of every route is one of them. */
const codeTable = [
  '| code | HTTP | meaning |',
  '|---|---|---|',
  ...Object.values(answers).map(({ code, status, meaning }) => `| ${code} | ${status} | ${meaning} |`),
].join('\n');

/** Collects every route's schemas into one OpenAPI document, which is also what our own web app is typed by. */
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
    },
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
