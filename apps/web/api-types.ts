/**
 * Writes src/lib/api.gen.ts from the API's own description, so that the web app cannot ask for what is not there.
 * Run while a server listens: npm run api-types -w @muster/web
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const server = process.argv[2] ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;
const types = astToString(await openapiTS(new URL('/services/openapi.json', server)));
writeFileSync(
  join(import.meta.dirname, 'src/lib/api.gen.ts'),
  `/* Written by api-types.ts. Do not edit. */\n${types}`,
);
