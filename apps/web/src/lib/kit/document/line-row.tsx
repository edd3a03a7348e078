import type { Item } from '@muster/domain/money/items/schema';
import { reckonedLine } from '@muster/domain/money/invoices/rules';
import type { NewLine } from '@muster/domain/money/lines/schema';
import {
  discountInWords,
  discountProblem,
  quantityInWords,
  quantityProblem,
  readDiscount,
  readQuantity,
} from '@muster/domain/money/lines/words';
import { amountProblem, centsInWords, plainCents, readCents } from '@muster/domain/values/cents';
import { memo, type PointerEvent, type ReactNode } from 'react';
import { type GstChoice, gstChoiceOf, gstChoices } from './draft-lines.ts';
import { ChoiceCell, NumberCell, ReadCell, TextCell } from './cells.tsx';
import { DescriptionCell } from './description-cell.tsx';

/** What can be done with a line; the same functions for as long as the editor is there, so that only what changes is drawn again. */
export interface LineDeeds {
  change: (id: string, change: Partial<NewLine>) => void;
  take: (id: string, item: Item) => void;
  /** On to the next cell, with the description as it is. */
  keep: (id: string) => void;
  remove: (id: string) => void;
  grip: (id: string, event: PointerEvent<HTMLElement>) => void;
}

/** What a document says of a line besides; below its cells. */
export type LineMore = (
  line: NewLine,
  place: number,
  change: (change: Partial<NewLine>) => void,
) => ReactNode;

interface LineRowProps {
  line: NewLine;
  /** Counted from one, as it is read out. */
  place: number;
  /** Whether it is the line at the end that waits to be written. */
  isNext: boolean;
  isRegistered: boolean;
  /** Whether prices and discounts may be typed. */
  mayPrice: boolean;
  deeds: LineDeeds;
  renderMore?: LineMore;
}

const gstOptions = Object.entries(gstChoices).map(([value, { label }]) => ({
  value: value as GstChoice,
  label,
}));

/** A price as people type it; below zero is no price. */
function readPrice(text: string): number | undefined {
  const cents = readCents(text);
  return cents === undefined || cents < 0 ? undefined : cents;
}

/** One line of a draft: cells that are typed into, and keys that make, move and remove lines. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, place, isNext, isRegistered, mayPrice, deeds, renderMore } = props;
  const { id, description, quantity, unit, price, discount, item_id } = line;
  const named = (what: string) => (isNext ? `${what}, new line` : `${what}, line ${place}`);
  const amounts = reckonedLine(line).amounts;
  const lacksPrice = !isNext && price === null && description.trim() !== '';

  return (
    <li className="line" data-line={id} data-next={isNext || undefined}>
      <span
        className="line__grip"
        aria-hidden
        title="Drag to move, or Alt and an arrow key"
        onPointerDown={(event) => deeds.grip(id, event)}
      >
        <svg className="m-icon" viewBox="0 0 20 20">
          <path d="M7.5 5h.01M12.5 5h.01M7.5 10h.01M12.5 10h.01M7.5 15h.01M12.5 15h.01" strokeWidth={2.5} />
        </svg>
      </span>
      <DescriptionCell
        label={named('Description')}
        value={description}
        {...(isNext && {
          placeholder: mayPrice ? 'Add a line: type, or find an item' : 'Find an item of the price list',
        })}
        isOpen={item_id === null}
        onChange={(text) => deeds.change(id, { description: text })}
        onTake={(item) => deeds.take(id, item)}
        onKeep={() => deeds.keep(id)}
      />
      <NumberCell
        name="quantity"
        label={named('Quantity')}
        value={quantity}
        read={readQuantity}
        show={quantityInWords}
        wrong={(text) => quantityProblem(text)}
        onChange={(thousandths) => thousandths !== null && deeds.change(id, { quantity: thousandths })}
      />
      <TextCell
        name="unit"
        label={named('Unit')}
        value={unit}
        most={20}
        placeholder="each"
        onChange={(unit) => deeds.change(id, { unit })}
      />
      {mayPrice ? (
        <NumberCell
          name="price"
          label={named('Price')}
          value={price}
          read={readPrice}
          show={plainCents}
          wrong={(text) => amountProblem(text)}
          canClear
          placeholder={lacksPrice ? 'Price?' : '0.00'}
          isMissing={lacksPrice}
          onChange={(cents) => deeds.change(id, { price: cents })}
        />
      ) : (
        <ReadCell name="price" label={named('Price')}>
          {price === null ? (lacksPrice ? 'No price' : '') : plainCents(price)}
        </ReadCell>
      )}
      {mayPrice ? (
        <NumberCell
          name="discount"
          label={named('Discount')}
          value={discount === 0 ? null : discount}
          read={readDiscount}
          show={discountInWords}
          wrong={discountProblem}
          canClear
          placeholder="–"
          onChange={(hundredths) => deeds.change(id, { discount: hundredths ?? 0 })}
        />
      ) : (
        <ReadCell name="discount" label={named('Discount')}>
          {discount === 0 ? '–' : discountInWords(discount)}
        </ReadCell>
      )}
      {isRegistered &&
        (mayPrice ? (
          <ChoiceCell
            name="gst"
            label={named('GST')}
            value={gstChoiceOf(line)}
            choices={gstOptions}
            onChange={(choice) => {
              const { gst, includes_gst } = gstChoices[choice];
              deeds.change(id, { gst, includes_gst });
            }}
          />
        ) : (
          <ReadCell name="gst" label={named('GST')}>
            {gstChoices[gstChoiceOf(line)].label}
          </ReadCell>
        ))}
      <span className="cell cell--read line__amount" data-of="amount">
        {isNext && amounts === null ? '' : amounts === null ? '–' : centsInWords(amounts.total)}
      </span>
      <button
        type="button"
        className="line__remove"
        aria-label={`Remove line ${place}`}
        title="Remove (Ctrl+Backspace)"
        disabled={isNext}
        onClick={() => deeds.remove(id)}
      >
        <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
          <path d="M5 5l10 10M15 5 5 15" />
        </svg>
      </button>
      {renderMore && !isNext && (
        <div className="line__more">{renderMore(line, place, (change) => deeds.change(id, change))}</div>
      )}
    </li>
  );
});
