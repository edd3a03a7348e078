import { Checkbox, Group, Modal, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { InvoiceRecord, NewCredit } from '@muster/domain/money/invoices/schema';
import type { InvoiceLine } from '@muster/domain/money/lines/schema';
import { quantityInWords, quantityProblem, readQuantity } from '@muster/domain/money/lines/words';
import { amountProblem, centsInWords, plainCents, readCents } from '@muster/domain/values/cents';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { ChoiceButtons } from '../../../../lib/kit/form/choice-buttons.tsx';
import { MoneyField } from '../../../../lib/kit/form/money-field.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';
import { Problem } from '../../../../lib/kit/problem.tsx';
import { creditLeftQuery } from '../api.ts';
import {
  creditComesTo,
  type CreditChoice,
  creditProblem,
  type Left,
  leftOfAll,
  type LineCredit,
  wantedOf,
} from '../model/credit.ts';
import { creditDoes } from '../model/invoice-words.ts';
import { NumberCell } from '../../../../lib/kit/document/cells.tsx';
import { Totals } from '../../../../lib/kit/document/totals.tsx';
import './credit-dialog.css';

interface CreditDialogProps {
  invoice: InvoiceRecord;
  isRunning: boolean;
  /** Why the server refused it. */
  refusal: string | undefined;
  onCredit: (credit: NewCredit) => void;
  onClose: () => void;
}

/** Takes an invoice back: everything, some of its lines or an amount, and says what that does before it is done. */
export function CreditDialog(props: CreditDialogProps) {
  const { invoice, onClose } = props;
  const isPhone = useMediaQuery('(width < 900px)', false, { getInitialValueInEffect: false });
  const query = useQuery(creditLeftQuery(invoice.id));
  return (
    <Modal opened onClose={onClose} title={`Credit ${invoice.number}`} size={640} fullScreen={isPhone}>
      {query.isError ? (
        <Stack>
          <Problem
            title="We couldn’t load what is left to credit"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
          <ActionButton onClick={onClose}>Close</ActionButton>
        </Stack>
      ) : query.data === undefined ? (
        <Skeleton height={240} />
      ) : leftOfAll(query.data) === 0 ? (
        <Stack>
          <Text>Everything on {invoice.number} has already been credited.</Text>
          <Group justify="flex-end">
            <ActionButton onClick={onClose}>Close</ActionButton>
          </Group>
        </Stack>
      ) : (
        <CreditForm {...props} left={query.data} />
      )}
    </Modal>
  );
}

const none: ReadonlyMap<string, LineCredit> = new Map();

function CreditForm(props: CreditDialogProps & { left: Left }) {
  const { invoice, left, isRunning, refusal, onCredit, onClose } = props;
  const [choice, setChoice] = useState<CreditChoice>({ way: 'all' });
  const [note, setNote] = useState('');
  /** What is missing is said once somebody wants to go on without it. */
  const [isAsked, setAsked] = useState(false);
  const problem = creditProblem(invoice, left, choice);
  const comesTo = creditComesTo(invoice.lines, left, choice);
  const amounts = 'amounts' in comesTo ? comesTo.amounts : { net: 0, gst: 0, total: 0 };
  const whole = leftOfAll(left);
  const isRegistered = invoice.supplier?.is_gst_registered ?? true;

  function choose(next: CreditChoice) {
    setChoice(next);
    setAsked(false);
  }

  // The same function every time, so that of hundreds of lines only the one that changes is drawn again.
  const changeLine = useCallback((id: string, credit: LineCredit | undefined) => {
    setAsked(false);
    setChoice((before) =>
      before.way === 'lines' ? { way: 'lines', lines: withLine(before.lines, id, credit) } : before,
    );
  }, []);

  function credit(isDraft: boolean) {
    if (focusUnread('[aria-modal=true]')) return;
    setAsked(true);
    if (problem !== undefined) return;
    const lines = wantedOf(choice, left);
    onCredit({
      ...(lines && { lines }),
      title: invoice.title,
      note: note.trim(),
      ...(isDraft && { is_draft: true }),
    });
  }

  return (
    <Stack gap="md">
      <ChoiceButtons
        label="What to credit"
        choices={
          [
            {
              value: 'all',
              label: `${whole < invoice.total ? 'Everything that is left' : 'The whole invoice'}, ${centsInWords(whole)}`,
            },
            { value: 'lines', label: 'Some of its lines' },
            { value: 'amount', label: 'An amount' },
          ] as const
        }
        isChosen={(way) => way === choice.way}
        onChoose={(way) => choose(starting(way))}
      />
      {choice.way === 'lines' && (
        <CreditedLines
          lines={invoice.lines}
          left={left}
          chosen={choice.lines}
          isRegistered={isRegistered}
          onChange={changeLine}
        />
      )}
      {choice.way === 'amount' && (
        <MoneyField
          label={invoice.gst > 0 ? 'Amount including GST' : 'Amount'}
          value={choice.total}
          onChange={(total) => choose({ way: 'amount', total })}
          description={`Up to ${centsInWords(whole)}. It’s taken from every line by its share${invoice.gst > 0 ? ', so that the GST is right' : ''}.`}
        />
      )}
      <Textarea
        label="Reason, on the credit note"
        placeholder="The tap was faulty."
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="credit__foot" aria-live="polite">
        <Text c="dimmed">{amounts.total > 0 && creditDoes(invoice, amounts.total)}</Text>
        <Totals amounts={amounts} isRegistered={isRegistered} label="To be credited" />
      </div>
      {((isAsked && problem !== undefined) || refusal !== undefined) && (
        <Text c="danger" role="alert">
          {(isAsked && problem) || refusal}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" className="credit__actions">
        <ActionButton onClick={onClose}>Cancel</ActionButton>
        <ActionButton busy={isRunning} onClick={() => credit(true)}>
          Save as draft
        </ActionButton>
        <ActionButton variant="filled" busy={isRunning} onClick={() => credit(false)}>
          Issue credit note
        </ActionButton>
      </Group>
    </Stack>
  );
}

function starting(way: CreditChoice['way']): CreditChoice {
  if (way === 'lines') return { way, lines: none };
  return way === 'amount' ? { way, total: null } : { way };
}

interface CreditedLinesProps {
  lines: readonly InvoiceLine[];
  left: Left;
  chosen: ReadonlyMap<string, LineCredit>;
  isRegistered: boolean;
  /** Undefined: nothing of the line is taken back. */
  onChange: (id: string, credit: LineCredit | undefined) => void;
}

function CreditedLines({ lines, left, chosen, isRegistered, onChange }: CreditedLinesProps) {
  return (
    <ul className="credit__lines" aria-label="Lines to credit">
      <li className="credit__head" aria-hidden>
        <span>Line</span>
        <span>Quantity</span>
        <span>Amount{isRegistered && ' incl. GST'}</span>
      </li>
      {lines.map((line, at) => (
        <CreditedLine
          key={line.id}
          line={line}
          place={at + 1}
          lines={lines}
          left={left}
          credit={chosen.get(line.id)}
          onChange={onChange}
        />
      ))}
    </ul>
  );
}

interface CreditedLineProps {
  line: InvoiceLine;
  place: number;
  lines: readonly InvoiceLine[];
  left: Left;
  credit: LineCredit | undefined;
  onChange: CreditedLinesProps['onChange'];
}

/** A line with what of it is taken back: so much of its quantity, or so much of its amount. */
const CreditedLine = memo(function CreditedLine(props: CreditedLineProps) {
  const { line, place, lines, left, credit } = props;
  const onChange = (next: LineCredit | undefined) => props.onChange(line.id, next);
  const { quantity, amounts } = left.get(line.id)!;
  const isGone = amounts.total === 0;
  const said = line.description || line.code;
  const unit = line.unit === '' ? '' : ` ${line.unit}`;
  const comesTo = credit && creditComesTo(lines, left, { way: 'lines', lines: new Map([[line.id, credit]]) });
  const total = comesTo && 'amounts' in comesTo ? comesTo.amounts.total : null;
  return (
    <li data-chosen={credit !== undefined || undefined}>
      <Checkbox
        label={said}
        description={
          isGone
            ? 'Already credited'
            : `${quantityInWords(quantity)}${unit}, ${centsInWords(amounts.total)} left`
        }
        disabled={isGone}
        checked={credit !== undefined}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? allOf({ quantity, total: amounts.total }) : undefined)
        }
      />
      {credit && quantity > 0 && (
        <NumberCell
          name="quantity"
          label={`Quantity to credit, line ${place}`}
          value={'quantity' in credit ? credit.quantity : null}
          placeholder="–"
          read={(text) => within(readQuantity(text), quantity)}
          show={quantityInWords}
          wrong={(text) => quantityProblem(text, quantity)}
          onChange={(typed) => typed !== null && onChange({ quantity: typed })}
        />
      )}
      {credit && (
        <NumberCell
          name="amount"
          label={`Amount to credit, line ${place}`}
          value={'total' in credit ? credit.total : total}
          read={(text) => within(readCents(text), amounts.total)}
          show={plainCents}
          wrong={(text) => amountProblem(text, amounts.total)}
          onChange={(typed) => typed !== null && onChange({ total: typed })}
        />
      )}
    </li>
  );
});

function withLine(
  chosen: ReadonlyMap<string, LineCredit>,
  id: string,
  credit: LineCredit | undefined,
): ReadonlyMap<string, LineCredit> {
  const next = new Map(chosen);
  if (credit) next.set(id, credit);
  else next.delete(id);
  return next;
}

function allOf({ quantity, total }: { quantity: number; total: number }): LineCredit {
  return quantity > 0 ? { quantity } : { total };
}

/** A number from just above nothing to the most. */
function within(number: number | undefined, most: number): number | undefined {
  return number !== undefined && number > 0 && number <= most ? number : undefined;
}
