import { escapeHtml } from '../site/html.ts';

/** What a mail says, before it looks like one. */
export interface Contents {
  subject: string;
  paragraphs: string[];
  button?: { text: string; url: string };
  /** In small print, below. */
  footnote?: string;
  /** In place of our own name: whoever gets it knows the business, and may never have heard of us. */
  from?: string;
  replyTo?: string;
}

export function asText({ paragraphs, button, footnote }: Contents): string {
  const parts = [...paragraphs, button && `${button.text}: ${button.url}`, footnote];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/**
 * The one look of all mails. Everything that is put in is text, and is escaped. Tables and inline styles are what mail
 * programs agree on; those that know dark mode find the dark colours in the head.
 */
export function asHtml({ subject, paragraphs, button, footnote, from }: Contents, brand: string): string {
  const text = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`);
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f8f6f2;color:#1f1c18">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #e2ddd4;border-radius:8px">
<tr><td style="padding:32px;font:16px/1.5 Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;text-align:left">
<p class="brand" style="margin:0 0 24px;color:#0f766e;font-size:20px;font-weight:bold">${escapeHtml(from ?? brand)}</p>
${text.join('\n')}${button ? asButton(button) : ''}${footnote ? asFootnote(footnote) : ''}
</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
}

const DARK = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#151412!important;color:#ece8e1!important}
.card{background:#1e1c19!important;border-color:#322e29!important}
.brand,.address{color:#4fbdb0!important}
.button{background:#4fbdb0!important;color:#06201d!important}
.quiet{color:#a8a196!important;border-color:#322e29!important}
}`;

/** The address is written out too, for programs and people that mistrust a button. */
function asButton({ text, url }: NonNullable<Contents['button']>): string {
  const href = escapeHtml(url);
  return `
<p style="margin:24px 0"><a class="button" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;font-weight:bold;text-decoration:none" href="${href}">${escapeHtml(text)}</a></p>
<p class="quiet" style="margin:0 0 16px;color:#645d53;font-size:14px">The button does not work? Copy this address into your browser:<br><a class="address" style="color:#0f766e;word-break:break-all" href="${href}">${href}</a></p>`;
}

function asFootnote(text: string): string {
  return `
<p class="quiet" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e2ddd4;color:#645d53;font-size:14px">${escapeHtml(text)}</p>`;
}
