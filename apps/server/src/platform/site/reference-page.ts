import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers } from '@muster/domain/values/answer';
import type { App, Platform } from '../deps.ts';
import type { Settings } from '../../settings.ts';
import { escapeHtml } from './html.ts';
import { serveOpenApi } from '../http/openapi.ts';
import { pageHeaders } from '../http/security-headers.ts';

/** The parts of our own OpenAPI document that the page shows. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  tags?: string[];
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
  type?: string;
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

/** `/services/docs`: the OpenAPI document as a page to read, made on the server, without a script. */
export function serveReference(app: App, { settings, webDir }: Platform): void {
  serveOpenApi(app);
  const style = fontFace(webDir) + readFileSync(join(import.meta.dirname, 'reference-page.css'), 'utf8');
  const open = { config: { access: 'public' as const, offline: true }, schema: { hide: true } };
  let page: string | undefined;

  app.get('/services/docs', open, (_, reply) => {
    page ??= render(settings, app.swagger() as unknown as Document);
    return reply.headers(pageHeaders(settings)).type('text/html; charset=utf-8').send(page);
  });
  app.get('/services/docs.css', open, (_, reply) => reply.type('text/css; charset=utf-8').send(style));
}

/** The font of the web app, under the name that its build gave it. */
function fontFace(webDir: string | undefined): string {
  const [file] = webDir === undefined ? [] : globSync('assets/inter-*.woff2', { cwd: webDir });
  if (file === undefined) return '';
  return `@font-face { font-family: Inter; font-weight: 400 700; font-display: swap; src: url('/${file}'); }\n`;
}

function render(settings: Settings, { paths }: Document): string {
  const brand = escapeHtml(settings.BRAND_NAME);
  const assets = escapeHtml(settings.ASSETS_BASE_URL ?? '');
  const title = `${brand} API`;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = [...Map.groupBy(calls, ({ operation }) => escapeHtml(operation.tags?.[0] ?? 'Other'))];
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/services/docs.css">
</head>
<body>
<nav aria-label="Contents"><a class="home" href="/"><picture>
<source srcset="${assets}/logo-dark.svg" media="(prefers-color-scheme: dark)"><img src="${assets}/logo.svg" alt="" width="32" height="32">
</picture>${brand}</a>
<h1>${title}</h1>
<ul><li><a href="#answers">Answers</a></li>
${groups.map(([tag, calls]) => `<li>${tag}<ul>${calls.map(renderLink).join('')}</ul></li>`).join('\n')}
</ul>
<p><a href="/services/openapi.json">OpenAPI 3.1 document</a></p></nav>
<main>
${renderAnswers()}
${groups.map(([tag, calls]) => `<h2>${tag}</h2>\n${calls.map(renderCall).join('\n')}`).join('\n')}
</main>
</body>
</html>
`;
}

function renderAnswers(): string {
  const rows = Object.values(answers).map(
    ({ code, status, meaning }) =>
      `<tr><td>${code}</td><td>${status}</td><td>${escapeHtml(meaning)}</td></tr>`,
  );
  return `<section id="answers"><h2>Answers</h2>
<p>Every answer is <code>{code, message, data}</code> in JSON. Every answer names its request in <code>X-Request-Id</code>.</p>
<table><thead><tr><th>code</th><th>HTTP</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

/** What a link on the page names a call by. */
function idOf({ method, path }: Call): string {
  return `${method}${path.replaceAll(/[^a-zA-Z0-9]+/g, '-')}`;
}

function renderLink(call: Call): string {
  const shortPath = escapeHtml(call.path.replace(/^\/services\/\w+\/api\//, ''));
  return `<li><a href="#${idOf(call)}">${call.method.toUpperCase()} ${shortPath}</a></li>`;
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
  return `<section id="${idOf(call)}"><h3><span class="method">${call.method.toUpperCase()}</span> <code>${escapeHtml(call.path)}</code></h3>
<p>${escapeHtml(summary)}</p>${description ? `<p>${escapeHtml(description)}</p>` : ''}
${shown.map(([title, html]) => `<h4>${title}</h4>${html}`).join('\n')}</section>`;
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
  return schema.type === 'array' && schema.items ? schema.items : schema;
}

function renderType(schema: Schema): string {
  return `<p class="type">${escapeHtml(typeInWords(schema))}</p>`;
}

/** As in "string, 1 to 100 characters". */
function typeInWords(schema: Schema): string {
  const { anyOf, items, type = 'anything', format, minLength, maxLength, minimum, maximum } = schema;
  if (anyOf) return anyOf.map(typeInWords).join(' or ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (items) return `list of ${typeInWords(items)}`;
  const rules = [format, range(minLength, maxLength, ' characters'), range(minimum, maximum)];
  return [type, ...rules.filter((rule) => rule !== undefined)].join(', ');
}

function range(low: number | undefined, high: number | undefined, unit = ''): string | undefined {
  if (low === undefined) return high === undefined ? undefined : `at most ${high}${unit}`;
  return high === undefined ? `at least ${low}${unit}` : `${low} to ${high}${unit}`;
}
