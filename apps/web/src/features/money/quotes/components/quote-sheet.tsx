import { buyerLines } from '@muster/domain/money/invoice-papers/words';
import {
  choiceOf,
  decisionWords,
  depositWords,
  linesOfChoice,
  optionName,
  type PrintedQuote,
  quoteExtras,
  quoteFacts,
  quoteParts,
  quoteTotals,
} from '@muster/domain/money/quote-papers/words';
import type { QuoteChoice, QuoteLine, QuoteRecord } from '@muster/domain/money/quotes/schema';
import { PaperLines } from '../../../../lib/kit/document/paper-lines.tsx';
import { PaperSheet, SheetTotals } from '../../../../lib/kit/document/paper-sheet.tsx';

interface QuoteSheetProps {
  quote: QuoteRecord;
  /** Where the work would be done; empty if nobody said. */
  place: string;
  decidedOn: string | null;
}

/** A version of a quote as its customer has it: in the words of the paper. */
export function QuoteSheet({ quote, place, decidedOn }: QuoteSheetProps) {
  const { supplier, buyer, note, terms } = quote;
  if (supplier === null || buyer === null) return null;
  const paper: PrintedQuote = { ...quote, supplier, buyer, place, decided_on: decidedOn };
  const choice = choiceOf(paper);
  const decision = decisionWords(paper);
  const isAccepted = quote.state === 'accepted';
  const name = optionName(paper, choice);
  const deposit = isAccepted ? '' : depositWords(paper, quote.options.length > 0 ? null : choice);
  return (
    <PaperSheet
      supplier={supplier}
      title="Quote"
      about={decision}
      buyer={buyerLines(paper)}
      facts={quoteFacts(paper)}
    >
      {note !== '' && <p className="sheet__note">{note}</p>}
      {isAccepted ? (
        <>
          {name !== '' && <h3>Chosen: {name}</h3>}
          <Part paper={paper} lines={linesOfChoice(paper, choice)} choice={choice} />
        </>
      ) : (
        <Offer paper={paper} />
      )}
      {deposit !== '' && <p className="sheet__note">{deposit}</p>}
      {terms !== '' && (
        <section aria-label="Terms">
          <h3>Terms</h3>
          <p className="sheet__note">{terms}</p>
        </section>
      )}
    </PaperSheet>
  );
}

function Offer({ paper }: { paper: PrintedQuote }) {
  const extras = quoteExtras(paper);
  const hasOptions = paper.options.length > 0;
  const parts = quoteParts(paper);
  return (
    <>
      {parts.map(({ option, lines }) => (
        <section key={option?.id ?? 'all'} aria-label={option?.name ?? 'In every option'}>
          {hasOptions && <h3>{option?.name ?? 'In every option'}</h3>}
          {option && option.description !== '' && <p className="sheet__note">{option.description}</p>}
          <Part
            paper={paper}
            lines={lines}
            choice={option || !hasOptions ? { option_id: option?.id ?? null, extras: [] } : undefined}
            about={option && parts[0]!.option === null ? 'With what is in every option' : ''}
          />
        </section>
      ))}
      {extras.length > 0 && (
        <section aria-label="Optional extras">
          <h3>Optional extras</h3>
          <p className="sheet__muted">Not in the totals above.</p>
          <Part paper={paper} lines={extras} />
        </section>
      )}
    </>
  );
}

interface PartProps {
  paper: PrintedQuote;
  lines: readonly QuoteLine[];
  /** What it comes to with all that goes along; nothing where that says nothing. */
  choice?: QuoteChoice | undefined;
  /** Beside that; empty: nothing. */
  about?: string;
}

function Part({ paper, lines, choice, about = '' }: PartProps) {
  const isRegistered = paper.supplier.is_gst_registered;
  return (
    <>
      <PaperLines lines={[...lines]} isRegistered={isRegistered} headingOf={(at) => lines[at]!.heading} />
      {choice && (
        <div className="sheet__foot">
          <p className="sheet__muted">{about}</p>
          <SheetTotals totals={quoteTotals(paper, choice)} grand={isRegistered ? 2 : 0} />
        </div>
      )}
    </>
  );
}
