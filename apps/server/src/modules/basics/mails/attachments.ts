import type { Deps } from '../../../platform/deps.ts';
import type { Attachment } from '../../../platform/tasks/mailer.ts';
import { type Letter, LOGO_CID, type MailSources } from './templates.ts';

type Sources = Pick<MailSources, 'drawReport' | 'logoOf'>;
type Platform = Pick<Deps, 'database' | 'files'>;

/** What comes with a mail to be opened or kept, by name. */
export function namesAttached(letter: Letter): string[] {
  return filesIn(letter).map(({ name }) => name);
}

/** Those files, or the one of that name. They are made each time, because no mail is kept in the form in which it leaves. */
export async function attachmentsOf(
  platform: Platform,
  { drawReport }: Sources,
  letter: Letter,
  only?: string,
): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const file of filesIn(letter)) {
    if (only !== undefined && file.name !== only) continue;
    attachments.push(
      'text' in file
        ? {
            filename: file.name,
            contentType: `text/calendar; charset=utf-8; method=${file.method}`,
            content: Buffer.from(file.text),
          }
        : {
            filename: file.name,
            contentType: 'application/pdf',
            content: Buffer.concat(await Array.fromAsync(drawReport(platform, file.account, file.content))),
          },
    );
  }
  return attachments;
}

function filesIn(letter: Letter) {
  if (letter.template !== 'of a business') return [];
  const { report, calendar } = letter;
  return [...(calendar ? [calendar] : []), ...(report ? [report] : [])];
}

/** The logo is part of the mail, so that nobody is asked for it when somebody reads. */
export async function logoIn(
  platform: Platform,
  { logoOf }: Sources,
  letter: Letter,
): Promise<Attachment | undefined> {
  if (letter.template !== 'of a business' || !letter.letterhead?.logo || !letter.account) return undefined;
  const logo = await logoOf(platform, letter.account, letter.letterhead.logo.id);
  return logo && { filename: 'logo.png', contentType: 'image/png', content: logo.content, cid: LOGO_CID };
}
