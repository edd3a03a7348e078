import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers } from '@muster/domain/values/answer';
import type { App, Platform } from '../deps.ts';
import type { Settings } from '../../settings.ts';
import { escapeHtml } from './html.ts';
import { serveOpenApi } from '../http/openapi.ts';
import { type Operation, operationsByTag, type Schema } from './reference-document.ts';
import { pageHeaders } from '../http/security-headers.ts';

/** `/services/docs`: the OpenAPI document as a page to read, made on the server, without a script. */
export function serveReference(app: App, { settings, webDir }: Platform): void {
  serveOpenApi(app);
  const headers = pageHeaders(settings);
  const style = fontFace(webDir) + readFileSync(join(import.meta.dirname, 'reference-page.css'), 'utf8');
  const open = { config: { access: 'public' as const, offline: true }, schema: { hide: true } };
  let page: string | undefined;

  app.get('/services/docs', open, (_, reply) => {
    page ??= render(settings, operationsByTag(app.swagger()));
    for (const [name, value] of headers) reply.header(name, value);
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get('/services/docs.css', open, (_, reply) => reply.type('text/css; charset=utf-8').send(style));
}

/** The font of the web app, under the name that its build gave it. */
function fontFace(webDir: string | undefined): string {
  const [file] = webDir === undefined ? [] : globSync('assets/inter-*.woff2', { cwd: webDir });
  if (file === undefined) return '';
  return `@font-face { font-family: Inter; font-weight: 400 700; font-display: swap; src: url('/${file}'); }\n`;
}

function render(settings: Settings, groups: ReadonlyMap<string, Operation[]>): string {
  const brand = escapeHtml(settings.BRAND_NAME);
  const assets = escapeHtml(settings.ASSETS_BASE_URL ?? '');
  const title = `${brand} API`;
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
${[...groups].map(([tag, operations]) => `<li>${escapeHtml(tag)}<ul>${operations.map(link).join('')}</ul></li>`).join('\n')}
</ul>
<p><a href="/services/openapi.json">OpenAPI 3.1 document</a></p></nav>
<main>
${renderAnswers()}
${[...groups].map(([tag, operations]) => `<h2>${escapeHtml(tag)}</h2>\n${operations.map(renderOperation).join('\n')}`).join('\n')}
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

function link({ id, method, path }: Operation): string {
  return `<li><a href="#${id}">${method} ${escapeHtml(path.replace(/^\/services\/\w+\/api\//, ''))}</a></li>`;
}

function renderOperation({ id, method, path, summary, description, parts }: Operation): string {
  return `<section id="${id}"><h3><span class="method">${method}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(summary)}</p>${description ? `<p>${escapeHtml(description)}</p>` : ''}
${parts.map(({ title, schema }) => `<h4>${escapeHtml(title)}</h4>${renderSchema(schema)}`).join('\n')}</section>`;
}

/** A list of fields with their rules; what is inside a field follows it, one step further in. */
function renderSchema(schema: Schema): string {
  if (schema.fields.length === 0) return `<p class="type">${escapeHtml(schema.type)}</p>`;
  const fields = schema.fields.map(
    ({ name, required, schema }) =>
      `<dt><code>${escapeHtml(name)}</code>${required ? '' : ' <small>optional</small>'}</dt>
<dd>${schema.fields.length === 0 ? '' : `<p class="type">${escapeHtml(schema.type)}</p>`}${renderSchema(schema)}${schema.description ? `<p>${escapeHtml(schema.description)}</p>` : ''}</dd>`,
  );
  return `<dl>${fields.join('\n')}</dl>`;
}
