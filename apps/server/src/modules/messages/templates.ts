import { escapeHtml } from '../../platform/html.ts';
import type { Mail } from '../../platform/mailer.ts';

interface Letter {
  brand: string;
  to: string;
  subject: string;
  paragraphs: string[];
  link: { text: string; url: string };
}

/** The one look of all mails, in HTML and as plain text. Everything that is put in is text, and is escaped. */
function letter({ brand, to, subject, paragraphs, link }: Letter): Mail {
  const html = `<!doctype html>
<html lang="en-AU"><body style="margin:0;padding:24px;background:#f8f6f2;color:#1f1c18;font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:auto;padding:24px;background:#fff;border-radius:8px">
<p style="color:#0f766e;font-weight:bold">${escapeHtml(brand)}</p>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
<p><a style="display:inline-block;padding:10px 16px;border-radius:8px;background:#0f766e;color:#fff" href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>
</div></body></html>`;
  return { to, subject, html, text: [...paragraphs, `${link.text}: ${link.url}`].join('\n\n') };
}

export function welcomeMail(to: { email: string; firstName: string; brand: string; address: string }): Mail {
  return letter({
    brand: to.brand,
    to: to.email,
    subject: `Welcome to ${to.brand}`,
    paragraphs: [
      `Hello ${to.firstName},`,
      `Your business is set up in ${to.brand}. Sign in to see your plan and your licences.`,
    ],
    link: { text: 'Sign in', url: `${to.address}/login` },
  });
}
