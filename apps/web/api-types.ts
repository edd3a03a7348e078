/**
 * Writes src/lib/api.gen.ts from the API's own description, so that the web app cannot ask for what is not there.
 * Run while a server listens: `npm run api-types -w @muster/web`. With --check it only says whether the file is current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const { PORT = '3000', MUSTER_URL = `http://127.0.0.1:${PORT}` } = process.env;
const file = join(import.meta.dirname, 'src/lib/api.gen.ts');

const types = astToString(await openapiTS(new URL('/services/openapi.json', MUSTER_URL)));
const text = `/* Written by api-types.ts. */\n${oneLineEach(types)}`;

if (process.argv.includes('--check')) process.exitCode = readFileSync(file, 'utf8') === text ? 0 : 1;
else writeFileSync(file, text);

/** Nobody reads this file, but a change of it should show which call it is about. */
function oneLineEach(source: string): string {
  return source
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ ?(export |"\/)/g, '\n$1')
    .trimStart()
    .concat('\n');
}
