import { straighten } from '@muster/domain/basics/texts/rules';
import { dayOnPaper } from '@muster/domain/money/invoice-papers/words';
import {
  amountOfQuote,
  decisionWords,
  depositWords,
  type PrintedQuote,
  quoteFileName,
  quoteName,
} from '@muster/domain/money/quote-papers/words';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { withoutLinks } from '@muster/domain/values/mail-words';
import type { MailedLink } from '../../../platform/sign-in/secret.ts';
import type { PaperLetter } from '../invoice-letters/service.ts';

/** What a letter with a quote is written of. */
export interface QuoteLetter {
  readonly quote: PrintedQuote;
  /** By the clocks of the business. */
  readonly today: LocalDate;
}

export function letterOf({ quote }: QuoteLetter, link: MailedLink | null): PaperLetter {
  const { title, place, supplier, state } = quote;
  const { name, amount } = amountOfQuote(quote);
  const words = [
    `${name}.`,
    state === 'accepted'
      ? decisionWords(quote)
      : `Valid until ${dayOnPaper(quote.valid_until!)}. You can accept it, choose what you want, or ask a question online.`,
    state === 'accepted' ? '' : depositWords(quote, null),
    'It’s attached to this email as a PDF.',
  ];
  return {
    subject: [quoteName(quote).replace('Quote', 'quote'), oneLine(title)].filter(Boolean).join(', '),
    news: {
      title: quoteName(quote),
      time: amount,
      text: words.filter((line) => line !== '').join('\n'),
      facts: (
        [
          ['For', oneLine(title)],
          ['Where', oneLine(place)],
        ] as const
      ).filter(([, value]) => value !== ''),
    },
    phone: supplier.phone,
    because: 'has prepared a quote for you',
    paper: { name: quoteFileName(quote), kind: 'quote', content: quote, ...(link && { link }) },
    ...(link && {
      page: { text: state === 'accepted' ? 'See the quote' : 'See the quote and answer it', link },
    }),
  };
}

/** The same in a text: `{link}` stands for the address of their page. */
export function textOf({ quote, today }: QuoteLetter, business: string): string {
  const from = straighten(withoutLinks(business));
  const { amount } = amountOfQuote(quote);
  const price = quote.options.length > 0 ? `from ${amount}` : amount;
  if (quote.state === 'accepted') return `${from}: quote ${quote.number}, accepted. See it: {link}`;
  const until = shortDay(quote.valid_until!, today);
  return `${from}: quote ${quote.number}, ${price}, valid until ${until}. See it and answer: {link}`;
}

function shortDay(day: string, today: LocalDate): string {
  return day.slice(0, 4) === today.slice(0, 4) ? dateInWords(day as LocalDate) : dayOnPaper(day);
}

/** A second line could pass for something that we say. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
