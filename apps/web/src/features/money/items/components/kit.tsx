import { ActionIcon, Input } from '@mantine/core';
import { reckonedLine, totalOf } from '@muster/domain/money/invoices/rules';
import type { KitPart } from '@muster/domain/money/items/fields';
import type { Item } from '@muster/domain/money/items/schema';
import { quantityInWords, quantityProblem, readQuantity } from '@muster/domain/money/lines/words';
import { centsInWords } from '@muster/domain/values/cents';
import { Icon } from '@muster/ui/icon';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useIsGstRegistered } from '../../../../lib/choices/gst-registration.ts';
import { ItemPicker } from '../../../../lib/kit/choices/item-picker.tsx';
import { TypedNumberField } from '../../../../lib/kit/form/typed-number-field.tsx';
import { RowSkeleton } from '../../../../lib/kit/row-skeleton.tsx';
import { kitLinesQuery } from '../api.ts';
import { priceLabel } from '../model/price-words.ts';
import './kit.css';

/** "3 items"; nothing, where there are none yet. */
export function kitWords(parts: readonly KitPart[]): string {
  if (parts.length === 0) return '';
  return parts.length === 1 ? '1 item' : `${parts.length} items`;
}

/** What a kit brings onto an invoice, and what that comes to today. */
export function KitContents({ kit: { id, parts } }: { kit: Item }) {
  const isRegistered = useIsGstRegistered();
  const { data, isError } = useQuery(kitLinesQuery(id));
  if (isError) return <p>We couldn’t load what is in the kit.</p>;
  if (!data) return <RowSkeleton rows={parts.length} height={28} />;
  const lines = data.map(reckonedLine);
  return (
    <dl className="kit">
      {lines.map(({ id, quantity, unit, description, amounts }) => (
        <div key={id} className="kit__line">
          <dt>
            {quantityInWords(quantity)} {unit === '' || unit === 'each' ? '×' : unit} {description}
          </dt>
          <dd>{amounts === null ? 'No price' : centsInWords(amounts.total)}</dd>
        </div>
      ))}
      <div className="kit__line kit__total">
        <dt>{priceLabel(isRegistered)}</dt>
        <dd>{centsInWords(totalOf(lines).total)}</dd>
      </div>
    </dl>
  );
}

interface KitFieldProps {
  value: readonly KitPart[];
  onChange: (parts: KitPart[]) => void;
  error: string | undefined;
}

const ONE = 1_000;
const MOST_PARTS = 50;

/** The items of a kit, and how much of each. The last line is always free. */
export function KitField({ value, onChange, error }: KitFieldProps) {
  const [label, problem] = [useId(), useId()];
  const isFull = value.length >= MOST_PARTS;

  function put(at: number, part: KitPart | undefined) {
    const next = value.flatMap((one, place) => (place === at ? (part ?? []) : one));
    onChange(at === value.length && part ? [...value, part] : next);
  }

  return (
    <fieldset
      className="kit-field"
      aria-labelledby={label}
      aria-describedby={error === undefined ? undefined : problem}
    >
      <Input.Label id={label} labelElement="div">
        Quantities and items
      </Input.Label>
      {Array.from({ length: value.length + (isFull ? 0 : 1) }, (_, at) => {
        const part = value[at];
        const name = `item ${at + 1}`;
        return (
          <div key={at} className="kit-field__part">
            <TypedNumberField
              label={`Quantity of ${name}`}
              isBare
              value={part?.quantity ?? ONE}
              read={readSome}
              show={quantityInWords}
              wrong={(text) => quantityProblem(text)}
              onChange={(quantity) => part && quantity !== null && put(at, { ...part, quantity })}
            />
            <ItemPicker
              label={part ? `Item ${at + 1}` : 'Add an item'}
              isBare
              placeholder="Name or code"
              value={part?.item_id ?? null}
              onChange={(item_id) =>
                put(at, item_id === null ? undefined : { item_id, quantity: part?.quantity ?? ONE })
              }
            />
            {part && (
              <ActionIcon
                variant="subtle"
                c="dimmed"
                aria-label={`Remove ${name}`}
                onClick={() => put(at, undefined)}
              >
                <Icon name="cross" />
              </ActionIcon>
            )}
          </div>
        );
      })}
      {error !== undefined && <Input.Error id={problem}>{error}</Input.Error>}
    </fieldset>
  );
}

/** Nothing of an item is not in the kit. */
function readSome(text: string): number | undefined {
  return readQuantity(text) || undefined;
}
