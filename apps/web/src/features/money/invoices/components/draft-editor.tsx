import { Button, Select } from '@mantine/core';
import { reckonedLine, totalOf } from '@muster/domain/money/invoices/rules';
import type { InvoicedWork } from '@muster/domain/money/invoices/schema';
import type { Item } from '@muster/domain/money/items/schema';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { type ReactNode, useState } from 'react';
import { CustomerPicker } from '../../../../lib/kit/choices/customer-picker.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { isBlank } from '../../../../lib/kit/document/draft-lines.ts';
import { termsInWords } from '../model/invoice-words.ts';
import { DraftFact, DraftNote, DraftText } from './draft-fields.tsx';
import { DraftWork } from './draft-work.tsx';
import { LinesEditor } from '../../../../lib/kit/document/lines-editor.tsx';
import { Totals } from '../../../../lib/kit/document/totals.tsx';
import type { DraftValues } from './use-draft.ts';
import './draft-editor.css';

interface DraftEditorProps {
  form: RecordForm<DraftValues>;
  customer: { id: string; name: string };
  billTo: { id: string; name: string };
  /** The jobs that its paper names, as they were last saved. */
  work: readonly InvoicedWork[];
  /** The name of the customer as a link to them. */
  customerLink: ReactNode;
  isRegistered: boolean;
  mayPrice: boolean;
  linesOf: (item: Item, quantity: number) => Promise<NewLine[]>;
}

/** A draft as it is written: whom it is for, its lines, what it comes to. */
export function DraftEditor(props: DraftEditorProps) {
  const { form, customer, billTo, work, customerLink, isRegistered, mayPrice, linesOf } = props;
  const total = totalOf(form.values.lines.map(reckonedLine));
  return (
    <div className="draft">
      <div className="draft__facts">
        <DraftFact label="Customer">{customerLink}</DraftFact>
        <BillTo form={form} customer={customer} billTo={billTo} />
        <DraftText form={form} name="title" label="For" placeholder="Hot water system replaced" most={200} />
        <DraftText form={form} name="order_number" label="Their order number" most={60} />
        <Due form={form} />
      </div>
      <DraftWork form={form} work={work} />
      <FormField form={form} name="lines" label="Lines" words={linesInWords}>
        {({ value, set }) => (
          <LinesEditor
            lines={value}
            onChange={set}
            asLine={(line) => line}
            isRegistered={isRegistered}
            mayPrice={mayPrice}
            linesOf={linesOf}
          />
        )}
      </FormField>
      <div className="draft__foot">
        <DraftNote form={form} label="Note to the customer" placeholder="Thank you for your business." />
        <Totals amounts={total} isRegistered={isRegistered} />
      </div>
    </div>
  );
}

function linesInWords(lines: readonly NewLine[]): string {
  const said = lines.filter((line) => !isBlank(line));
  const { total } = totalOf(said.map(reckonedLine));
  return `${said.length === 1 ? '1 line' : `${said.length} lines`}, ${centsInWords(total)}`;
}

/** Who pays: the customer, until somebody chooses a landlord, an agent or the strata. */
function BillTo({ form, customer, billTo }: Pick<DraftEditorProps, 'form' | 'customer' | 'billTo'>) {
  const [isOpen, setOpen] = useState(false);
  /** The name of what was chosen here, before the page knows of it. */
  const [chosen, setChosen] = useState(billTo);
  const { bill_to_id } = form.values;
  const known = [customer, billTo, chosen].find(({ id }) => id === bill_to_id);
  const isOther = bill_to_id !== customer.id;
  if (!isOpen && !isOther)
    return (
      <div className="draft__customer">
        <span className="draft__label">Bill to</span>
        <span>
          The customer{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
            Bill someone else
          </Button>
        </span>
      </div>
    );
  return (
    <FormField
      form={form}
      name="bill_to_id"
      label="Bill to"
      words={(id) => (id === customer.id ? customer.name : 'Someone else')}
    >
      {({ set }) => (
        <CustomerPicker
          label="Bill to"
          value={isOther ? { id: bill_to_id, name: known?.name ?? '' } : null}
          placeholder="Landlord, agent or strata"
          onChange={(found) => {
            setOpen(found !== null);
            if (found) setChosen(found);
            set(found?.id ?? customer.id);
          }}
        />
      )}
    </FormField>
  );
}

const usualTerms = [0, 7, 14, 21, 30, 60];
const onADay = 'day';

/** When it is due: so many days after it is issued, or on a day. */
function Due({ form }: { form: RecordForm<DraftValues> }) {
  const { terms_days, due_on } = form.values;
  const [isDay, setDay] = useState(due_on !== null);
  const terms = [...new Set([...usualTerms, terms_days])].toSorted((a, b) => a - b);
  return (
    <div className="draft__due">
      <FormField form={form} name="terms_days" label="Due" words={termsInWords}>
        {() => (
          <Select
            label="Due"
            allowDeselect={false}
            data={[
              ...terms.map((days) => ({
                value: String(days),
                label: days === 0 ? 'On receipt' : `${termsInWords(days)} after issue`,
              })),
              { value: onADay, label: 'On a day…' },
            ]}
            value={isDay || due_on !== null ? onADay : String(terms_days)}
            onChange={(chosen) => {
              setDay(chosen === onADay);
              if (chosen === onADay) return;
              form.setAll({ terms_days: Number(chosen), due_on: null });
            }}
          />
        )}
      </FormField>
      {(isDay || due_on !== null) && (
        <FormField form={form} name="due_on" label="Due on" words={(day) => day ?? 'As its terms say'}>
          {({ value, set }) => <DayField label="Due on" value={value} onChange={set} canClear />}
        </FormField>
      )}
    </div>
  );
}
