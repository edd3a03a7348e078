import { dayOnPaper } from '@muster/domain/money/invoice-papers/words';
import {
  type PrintedReceipt,
  receiptFacts,
  receiptFileName,
  receiptLines,
  receiptTitle,
} from '@muster/domain/money/payments/words';
import {
  type PrintedStatement,
  statementAmount,
  statementFileName,
} from '@muster/domain/money/statements/words';
import { centsInWords } from '@muster/domain/values/cents';
import type { PaperLetter } from '../invoice-letters/service.ts';

/** What a customer reads above a statement: the balance, and what of it is overdue. */
export function statementLetterOf(printed: PrintedStatement): PaperLetter {
  const { statement, supplier } = printed;
  const { to, to_30, to_60, to_90, older } = statement;
  const { name, amount } = statementAmount(statement);
  const overdue = to_30 + to_60 + to_90 + older;
  return {
    subject: `your statement to ${dayOnPaper(to)}`,
    news: {
      title: 'Your statement',
      time: amount,
      text: [
        `${name} on ${dayOnPaper(to)}.`,
        ...(overdue > 0 ? [`${centsInWords(overdue)} of what is owed is past its due day.`] : []),
        'It’s attached to this email as a PDF.',
      ].join('\n'),
      facts: [],
    },
    phone: supplier.phone,
    paper: { name: `${statementFileName(statement)}.pdf`, kind: 'statement', content: printed },
  };
}

/** More than that are only on its paper. */
const MOST_LINES = 10;

/** What a customer reads above a receipt: what came in, or went back to them, and what it was for. */
export function receiptLetterOf(printed: PrintedReceipt): PaperLetter {
  const { payment, supplier } = printed;
  const { kind, amount, received_on } = payment;
  const title = receiptTitle(payment);
  const day = dayOnPaper(received_on);
  const lines = receiptLines(payment);
  return {
    subject: `${title.toLowerCase()} for ${centsInWords(amount)}`,
    news: {
      title,
      time: centsInWords(amount),
      text: [
        kind === 'payment' ? `We received this on ${day}. Thank you.` : `We gave this back to you on ${day}.`,
        'It’s attached to this email as a PDF.',
      ].join('\n'),
      facts: [...receiptFacts(payment), ...(lines.length > MOST_LINES ? [] : lines)],
    },
    phone: supplier.phone,
    paper: { name: receiptFileName(payment), kind: 'receipt', content: printed },
  };
}
