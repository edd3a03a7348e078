import { dayOnPaper } from '@muster/domain/money/invoice-papers/words';
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
