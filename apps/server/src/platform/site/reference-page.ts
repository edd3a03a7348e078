import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers } from '@muster/domain/values/answer';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../settings.ts';
import type { App, Platform } from '../deps.ts';
import { serveOpenApi } from '../http/answers/openapi.ts';
import { pageHeaders } from '../http/edge/security-headers.ts';
import { findSession, readSessionToken } from '../sign-in/session.ts';
import { addressIn } from '../tasks/mailer.ts';
import { escapeHtml } from './html.ts';

/** The parts of our own OpenAPI document that the page shows. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  tags?: string[];
  /** The ways to be let in; none for what everybody may call. */
  security?: Record<string, string[]>[];
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

interface Schema {
  /** Two where it may be null. */
  type?: string | string[];
  format?: string;
  description?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** Who reads: what one may not call is not shown. */
type Reader = 'anybody' | 'account' | 'staff';

const ofStaff: ReadonlySet<string> = new Set(['Office', 'Inbox']);

/**
 * `/services/docs`: the OpenAPI document as a page to read, made on the server. Everything can be read without a script; the script
 * searches, and copies the first request.
 */
export function serveReference(app: App, platform: Platform): void {
  const { settings, webDir } = platform;
  serveOpenApi(app);
  const style = fontFace(webDir) + readFileSync(join(import.meta.dirname, 'reference-page.css'), 'utf8');
  const script = readFileSync(join(import.meta.dirname, 'reference-page.js'), 'utf8');
  const open = { config: { access: 'public' as const, offline: true }, schema: { hide: true } };
  const pages = new Map<Reader, string>();

  app.get('/services/docs', open, async (request, reply) => {
    const reader = await readerOf(request, platform);
    const page =
      pages.get(reader) ?? render(settings, callsFor(reader, app.swagger() as unknown as Document));
    pages.set(reader, page);
    return reply
      .headers(pageHeaders(settings))
      .header('cache-control', 'private, no-cache')
      .type('text/html; charset=utf-8')
      .send(page);
  });
  app.get('/services/docs.css', open, (_, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get('/services/docs.js', open, (_, reply) => reply.type('text/javascript; charset=utf-8').send(script));
}

/** While the database is away everybody reads what anybody may. */
async function readerOf(request: FastifyRequest, { settings, database, now }: Platform): Promise<Reader> {
  const token = readSessionToken(request, settings);
  if (token === undefined || database.isAway()) return 'anybody';
  const session = await findSession(database.db, token, new Date(now()));
  if (session === undefined) return 'anybody';
  return session.role === 'staff' ? 'staff' : 'account';
}

/** Anybody reads what an API key opens, or nothing at all; who is signed in also what a session does. */
function callsFor(reader: Reader, { paths }: Document): Call[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return calls.filter(({ operation: { tags = [], security = [] } }) => {
    if (tags.some((tag) => ofStaff.has(tag))) return reader === 'staff';
    const isOpen = security.length === 0 || security.some((way) => 'bearer' in way);
    return isOpen || reader !== 'anybody';
  });
}

/** The font of the web app, under the name that its build gave it. */
function fontFace(webDir: string | undefined): string {
  const [file] = webDir === undefined ? [] : globSync('assets/inter-*.woff2', { cwd: webDir });
  if (file === undefined) return '';
  return `@font-face { font-family: Inter; font-weight: 400 700; font-display: swap; src: url('/${file}'); }\n`;
}

function render(settings: Settings, calls: readonly Call[]): string {
  const brand = escapeHtml(settings.BRAND_NAME);
  const assets = escapeHtml(settings.ASSETS_BASE_URL ?? '');
  const title = `${brand} API`;
  const groups = [
    ...Map.groupBy(calls, ({ operation }) => escapeHtml(operation.tags?.[0] ?? 'Other')),
  ].toSorted(([one], [other]) => one.localeCompare(other));
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/services/docs.css">
<script type="module" src="/services/docs.js"></script>
</head>
<body>
<nav aria-label="Contents"><a class="home" href="/"><picture>
<source srcset="${assets}/logo-dark.svg" media="(prefers-color-scheme: dark)"><img src="${assets}/logo.svg" alt="" width="32" height="32">
</picture>${brand}</a>
<h1>${title}</h1>
<ul><li><a href="#first">A first request</a></li>
<li><a href="#answers">Answers</a></li>
${groups.map(([tag, calls]) => `<li><a href="#${groupId(tag)}">${tag}</a> <small>${calls.length}</small></li>`).join('\n')}
</ul>
<p><a href="/services/openapi.json">OpenAPI 3.1 document</a></p>
${renderSupport(settings)}</nav>
<main>
${renderStatus(settings)}
<p class="search"><label for="search">Search calls</label>
<input id="search" type="search" autocomplete="off" placeholder="visits, customers, POST…"></p>
${renderFirst(settings)}
${renderAnswers()}
<p id="none" hidden>No calls match your search.</p>
${groups.map(([tag, calls]) => renderGroup(tag, calls)).join('\n')}
</main>
${renderKeys(settings)}
</body>
</html>
`;
}

function groupId(tag: string): string {
  return `group-${tag.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
}

function renderGroup(tag: string, calls: readonly Call[]): string {
  return `<details class="group" id="${groupId(tag)}" data-group><summary><h2>${tag}</h2> <small>${calls.length} ${calls.length === 1 ? 'call' : 'calls'}</small></summary>
${calls.map(renderCall).join('\n')}</details>`;
}

/** What somebody tries before they read anything. */
function renderFirst({ BASE_URL, HOST, PORT }: Settings): string {
  const address = BASE_URL ?? `http://${HOST}:${PORT}`;
  const request = `curl ${address}/services/scheduling/api/v1/technicians \\\n  -H "Authorization: Bearer YOUR_API_KEY"`;
  return `<section id="first"><h2>A first request</h2>
<p>Owners create API keys in <a href="/settings/integrations">Settings, Integrations</a>. Send one with every call:</p>
<pre id="first-request">${escapeHtml(request)}</pre>
<button type="button" data-copies="first-request" hidden>Copy</button></section>`;
}

function renderAnswers(): string {
  const rows = Object.values(answers).map(
    ({ code, status, meaning }) =>
      `<tr><td>${code}</td><td>${status}</td><td>${escapeHtml(meaning)}</td></tr>`,
  );
  return `<details class="group" id="answers"><summary><h2>Answers</h2> <small>the codes</small></summary><div class="call">
<p>Every answer is <code>{code, message, data}</code> in JSON. Its request id is in the <code>X-Request-Id</code> header.</p>
<table><thead><tr><th>code</th><th>HTTP</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`;
}

/** What a link to a call names it by. */
function idOf({ method, path }: Call): string {
  return `${method}${path.replaceAll(/[^a-zA-Z0-9]+/g, '-')}`;
}

function renderCall(call: Call): string {
  const { summary = '', description, parameters = [], requestBody, responses } = call.operation;
  const fields = parameters.map((parameter) =>
    renderField(`${parameter.name} (${parameter.in})`, parameter.required, {
      description: parameter.description ?? '',
      ...parameter.schema,
    }),
  );
  const parts = {
    Parameters: fields.length > 0 && `<dl>${fields.join('\n')}</dl>`,
    Body: renderContent(requestBody),
    Answer: renderContent(responses?.['200']),
  };
  const shown = Object.entries(parts).filter(([, html]) => html);
  const words = escapeHtml(`${call.method} ${call.path} ${summary} ${description ?? ''}`.toLowerCase());
  return `<details class="call" id="${idOf(call)}" data-words="${words}"><summary><span class="method">${call.method.toUpperCase()}</span> <code>${escapeHtml(call.path)}</code>
<span class="summary">${escapeHtml(summary)}</span></summary>
${description ? `<p>${escapeHtml(description)}</p>` : ''}
${shown.map(([title, html]) => `<h4>${title}</h4>${html}`).join('\n')}</details>`;
}

function renderContent(content: Content | undefined): string | undefined {
  const schema = content?.content?.['application/json']?.schema;
  return schema && renderSchema(schema);
}

/** The fields of an object, or of each object in a list; the type in words for everything else. */
function renderSchema(schema: Schema): string {
  const { properties = {}, required } = fieldsOf(schema);
  const fields = Object.entries(properties).map(([name, field]) =>
    renderField(name, required?.includes(name), field),
  );
  return fields.length > 0 ? `<dl>${fields.join('\n')}</dl>` : renderType(schema);
}

function renderField(name: string, required = false, schema: Schema): string {
  const type = fieldsOf(schema).properties ? renderType(schema) : '';
  return `<dt><code>${escapeHtml(name)}</code>${required ? '' : ' <small>optional</small>'}</dt>
<dd>${type}${renderSchema(schema)}${schema.description ? `<p>${escapeHtml(schema.description)}</p>` : ''}</dd>`;
}

function fieldsOf(schema: Schema): Schema {
  return schema.items ?? schema;
}

function renderType(schema: Schema): string {
  return `<p class="type">${escapeHtml(typeInWords(schema))}</p>`;
}

/** As in "string, 1 to 100 characters or null". */
function typeInWords(schema: Schema): string {
  const { anyOf, items, type = 'anything', format, minLength, maxLength, minimum, maximum } = schema;
  if (anyOf) return anyOf.map(typeInWords).join(' or ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const [first, orNull] = [type].flat();
  const end = orNull === undefined ? '' : ` or ${orNull}`;
  if (items) return `list of ${typeInWords(items)}${end}`;
  const rules = [format, range(minLength, maxLength, ' characters'), range(minimum, maximum)];
  return `${[first, ...rules.filter((rule) => rule !== undefined)].join(', ')}${end}`;
}

function range(low: number | undefined, high: number | undefined, unit = ''): string | undefined {
  if (low === undefined) return high === undefined ? undefined : `at most ${high}${unit}`;
  return high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`;
}

type Given = Pick<Settings, 'SUPPORT_EMAIL' | 'SUPPORT_PHONE' | 'STATUS_NOTE'>;

const keys = {
  '/': 'Search calls',
  Tab: 'Go to the next link or call',
  Enter: 'Open a call or follow a link',
  Esc: 'Close what’s open',
  '?': 'Show these keys',
};

/** What is known to be wrong, on top of the page. */
function renderStatus({ STATUS_NOTE }: Given): string {
  return STATUS_NOTE ? `<output class="status">${escapeHtml(STATUS_NOTE)}</output>` : '';
}

/** A way to a person; nothing where the operator has named none. */
function renderSupport({ SUPPORT_EMAIL, SUPPORT_PHONE }: Given): string {
  const email = addressIn(SUPPORT_EMAIL ?? '');
  const ways = [email && link('mailto', email), SUPPORT_PHONE && link('tel', SUPPORT_PHONE)].filter(Boolean);
  return ways.length > 0 ? `<p>Need help? ${ways.join(' ')}</p>` : '';
}

/** The keys of the page, which its script shows at a question mark. */
function renderKeys(settings: Given): string {
  const rows = Object.entries(keys).map(
    ([key, text]) => `<div><dt><kbd>${escapeHtml(key)}</kbd></dt><dd>${text}</dd></div>`,
  );
  return `<dialog id="keys" aria-label="Help and keys"><h2>Help and keys</h2>
<dl>${rows.join('')}</dl>
${renderSupport(settings)}
<form method="dialog"><button>Close</button></form></dialog>`;
}

function link(scheme: string, text: string): string {
  return `<a href="${scheme}:${escapeHtml(text)}">${escapeHtml(text)}</a>`;
}
