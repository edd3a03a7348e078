import { Alert, Button, Group, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { Item } from '@muster/domain/money/items/schema';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { discountInWords, readDiscount } from '@muster/domain/money/lines/words';
import { depositWarning } from '@muster/domain/money/quotes/deposits';
import { depositOf, reckonedQuoteLine, totalOfChoice, usualChoice } from '@muster/domain/money/quotes/rules';
import type { NewQuoteLine, QuoteOption } from '@muster/domain/money/quotes/schema';
import { MOST_OPTIONS } from '@muster/domain/money/quotes/states';
import { centsInWords, plainCents, readCents } from '@muster/domain/values/cents';
import type { ReactNode } from 'react';
import { commandId } from '../../../../lib/api/command.ts';
import { LinesEditor } from '../../../../lib/kit/document/lines-editor.tsx';
import { Totals } from '../../../../lib/kit/document/totals.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useTyped } from '../../../../lib/kit/form/use-typed.ts';
import type { QuoteValues } from './use-quote-draft.ts';
import './quote-editor.css';

interface QuoteEditorProps {
  form: RecordForm<QuoteValues>;
  /** Whom it is for, as a link; of a template nobody. */
  customer: ReactNode;
  /** Where it could be, of the customer. */
  sites: readonly { id: string; name: string; address: string; suburb: string }[];
  /** The state in which the work would be done. */
  region: string | null;
  isRegistered: boolean;
  mayPrice: boolean;
  linesOf: (item: Item, quantity: number) => Promise<NewLine[]>;
}

/** The draft of a quote as it is written: what is offered, what it comes to, and on which terms. */
export function QuoteEditor(props: QuoteEditorProps) {
  const { form, customer, sites, region, isRegistered, mayPrice, linesOf } = props;
  const { values } = form;
  const offered = { lines: values.lines.map(reckonedQuoteLine), options: values.options };
  const usual = usualChoice(offered);
  const amounts = totalOfChoice(offered, usual);
  const warning = depositWarning({ deposit: depositOf(values, amounts.total), total: amounts.total }, region);
  return (
    <div className="quote-draft">
      <div className="quote-draft__facts">
        <div className="quote-draft__fact">
          <span>For</span>
          <b>{customer}</b>
        </div>
        <FormField form={form} name="title" label="What it’s for">
          {({ value, set }) => (
            <TextInput
              label="What it’s for"
              placeholder="Hot water system replaced"
              autoComplete="off"
              maxLength={200}
              value={value}
              onChange={({ target }) => set(target.value)}
            />
          )}
        </FormField>
        {sites.length > 0 && (
          <FormField form={form} name="site_id" label="Site">
            {({ value, set }) => (
              <NativeSelect
                label="Site"
                value={value ?? ''}
                data={[
                  { value: '', label: 'Choose when it’s accepted' },
                  ...sites.map(({ id, name, address, suburb }) => ({
                    value: id,
                    label: name || [address, suburb].filter(Boolean).join(', '),
                  })),
                ]}
                onChange={({ target }) => set(target.value === '' ? null : target.value)}
              />
            )}
          </FormField>
        )}
        <FormField form={form} name="valid_days" label="Valid for">
          {({ value, set }) => (
            <NumberInput
              label="Valid for (days)"
              min={1}
              max={365}
              allowDecimal={false}
              value={value}
              onChange={(days) => typeof days === 'number' && days >= 1 && set(days)}
            />
          )}
        </FormField>
        <Deposit form={form} />
      </div>
      {warning !== undefined && <Alert color="attention">{warning}</Alert>}
      <FormField form={form} name="note" label="Introduction">
        {({ value, set }) => (
          <Textarea
            label="Introduction"
            placeholder="What you found, and what you suggest."
            autosize
            minRows={1}
            maxRows={8}
            maxLength={2_000}
            value={value}
            onChange={({ target }) => set(target.value)}
          />
        )}
      </FormField>
      <Options form={form} />
      <FormField form={form} name="lines" label="Lines" words={(lines) => `${lines.length} lines`}>
        {({ value, set }) => (
          <LinesEditor
            lines={value}
            onChange={set}
            asLine={asQuoteLine}
            renderMore={(line, place, change) => (
              <LineMore line={line} place={place} options={values.options} onChange={change} />
            )}
            isRegistered={isRegistered}
            mayPrice={mayPrice}
            linesOf={linesOf}
          />
        )}
      </FormField>
      <div className="quote-draft__foot">
        <FormField form={form} name="terms" label="Terms">
          {({ value, set }) => (
            <Textarea
              label="Terms"
              autosize
              minRows={2}
              maxRows={12}
              maxLength={5_000}
              value={value}
              onChange={({ target }) => set(target.value)}
            />
          )}
        </FormField>
        <Totals
          amounts={amounts}
          isRegistered={isRegistered}
          {...(values.options.length > 0 && {
            label: `With ${values.options[0]!.name || 'the first option'}`,
          })}
        />
      </div>
    </div>
  );
}

/** A line that begins, or comes from the price list, belongs where the one beside it does. */
function asQuoteLine(line: NewLine, beside: NewQuoteLine | undefined): NewQuoteLine {
  const isSame = beside?.id === line.id;
  return {
    ...line,
    heading: isSame ? beside.heading : '',
    option_id: beside?.option_id ?? null,
    is_optional: isSame ? beside.is_optional : false,
  };
}

const depositKinds = [
  { value: 'none', label: 'None' },
  { value: 'percent', label: 'Percent' },
  { value: 'dollars', label: 'Dollars' },
];
const TEN_PERCENT = 1_000;
const HUNDRED_DOLLARS = 100_00;

/** In hundredths of a percent, or in cents; undefined for what is none. */
function readDeposit(kind: string, text: string): number | undefined {
  const found = kind === 'percent' ? readDiscount(text) : readCents(text);
  return found === undefined || found < 1 ? undefined : found;
}

/** What is asked for before the work begins: in percent of what is chosen, or in dollars. */
function Deposit({ form }: { form: RecordForm<QuoteValues> }) {
  const { deposit_percent, deposit_cents } = form.values;
  const kind = deposit_percent !== null ? 'percent' : deposit_cents !== null ? 'dollars' : 'none';
  const typed = useTyped((text) =>
    readDeposit(kind, text) === undefined ? 'Enter a number, such as 10.' : undefined,
  );

  return (
    <FormField form={form} name="deposit_percent" label="Deposit" words={(share) => String(share)}>
      {() => (
        <div className="quote-draft__deposit">
          <NativeSelect
            label="Deposit"
            data={depositKinds}
            value={kind}
            onChange={({ target: { value } }) =>
              form.setAll({
                deposit_percent: value === 'percent' ? TEN_PERCENT : null,
                deposit_cents: value === 'dollars' ? HUNDRED_DOLLARS : null,
              })
            }
          />
          {kind !== 'none' && (
            <TextInput
              aria-label={kind === 'percent' ? 'Deposit in percent' : 'Deposit in dollars'}
              inputMode="decimal"
              autoComplete="off"
              error={typed.error}
              {...typed.field}
              value={
                typed.text ??
                (kind === 'percent' ? discountInWords(deposit_percent!) : plainCents(deposit_cents!))
              }
              onChange={({ target }) => {
                typed.type(target.value);
                const found = readDeposit(kind, target.value);
                if (found !== undefined)
                  form.setAll(kind === 'percent' ? { deposit_percent: found } : { deposit_cents: found });
              }}
            />
          )}
        </div>
      )}
    </FormField>
  );
}

const usualNames = ['Good', 'Better', 'Best'];

/** Ways to do the work, of which the customer chooses one; each with what it comes to. */
function Options({ form }: { form: RecordForm<QuoteValues> }) {
  const { options, lines } = form.values;
  const reckoned = lines.map(reckonedQuoteLine);

  function add() {
    const names = options.length === 0 ? usualNames.slice(0, 2) : [usualNames[options.length] ?? ''];
    form.set('options', [...options, ...names.map((name) => ({ id: commandId(), name, description: '' }))]);
  }

  function change(id: string, fields: Partial<QuoteOption>) {
    form.set(
      'options',
      options.map((option) => (option.id === id ? { ...option, ...fields } : option)),
    );
  }

  function remove(id: string) {
    const kept = options.filter((option) => option.id !== id);
    form.setAll({
      options: kept,
      lines: lines.map((line) => Object.assign({}, line, line.option_id === id && { option_id: null })),
    });
  }

  if (options.length === 0)
    return (
      <div>
        <Button variant="subtle" size="compact-sm" onClick={add}>
          Offer options to choose from
        </Button>
      </div>
    );
  return (
    <FormField
      form={form}
      name="options"
      label="Options"
      words={(all) => all.map(({ name }) => name).join(', ')}
    >
      {() => (
        <section className="quote-options" aria-label="Options">
          <b>Options: the customer chooses one</b>
          <ol className="quote-options__list">
            {options.map(({ id, name, description }, at) => (
              <li key={id} className="quote-options__one">
                <TextInput
                  aria-label={`Name of option ${at + 1}`}
                  placeholder="Good, Better, Best"
                  maxLength={100}
                  value={name}
                  onChange={({ target }) => change(id, { name: target.value })}
                />
                <Textarea
                  aria-label={`What option ${at + 1} is`}
                  placeholder="What makes it different"
                  autosize
                  minRows={1}
                  maxRows={4}
                  maxLength={1_000}
                  value={description}
                  onChange={({ target }) => change(id, { description: target.value })}
                />
                <span className="quote-options__total">
                  {centsInWords(totalOfChoice({ lines: reckoned }, { option_id: id, extras: [] }).total)}
                </span>
                <Button variant="subtle" size="compact-sm" onClick={() => remove(id)}>
                  Remove
                </Button>
              </li>
            ))}
          </ol>
          {options.length < MOST_OPTIONS && (
            <Group>
              <Button variant="subtle" size="compact-sm" onClick={add}>
                Add an option
              </Button>
            </Group>
          )}
        </section>
      )}
    </FormField>
  );
}

interface LineMoreProps {
  line: NewQuoteLine;
  place: number;
  options: readonly QuoteOption[];
  onChange: (change: Partial<NewQuoteLine>) => void;
}

/** What a quote says of a line besides: where it belongs, and whether the customer chooses to have it. */
function LineMore({ line, place, options, onChange }: LineMoreProps) {
  return (
    <div className="quote-line">
      <input
        type="text"
        aria-label={`Heading above line ${place}`}
        placeholder="Heading above"
        maxLength={200}
        value={line.heading}
        onChange={({ target }) => onChange({ heading: target.value })}
      />
      {options.length > 0 && (
        <select
          aria-label={`Option of line ${place}`}
          value={line.option_id ?? ''}
          onChange={({ target }) => onChange({ option_id: target.value === '' ? null : target.value })}
        >
          <option value="">In every option</option>
          {options.map(({ id, name }, at) => (
            <option key={id} value={id}>
              Only in {name || `option ${at + 1}`}
            </option>
          ))}
        </select>
      )}
      <label>
        <input
          type="checkbox"
          aria-label={`Line ${place} is optional`}
          checked={line.is_optional}
          onChange={({ target }) => onChange({ is_optional: target.checked })}
        />
        Optional extra
      </label>
    </div>
  );
}
