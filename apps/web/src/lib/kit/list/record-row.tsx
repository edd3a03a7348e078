import { memo, type ReactNode } from 'react';
import type { Column } from './columns.ts';

/** Makes the link of a row; the list says what is in it and who has the focus. */
export type RowLink<Row> = (
  row: Row,
  props: {
    className: string;
    tabIndex: number;
    children: ReactNode;
    onFocus: () => void;
  },
) => ReactNode;

interface RecordRowProps<Row extends { id: string }> {
  row: Row;
  index: number;
  top: number;
  height: number;
  columns: readonly Pick<Column<Row>, 'key' | 'cell' | 'isNumber'>[];
  renderCard: ((row: Row) => ReactNode) | undefined;
  name: string;
  renderLink: RowLink<Row>;
  isOpen: boolean;
  canSelect: boolean;
  isSelected: boolean;
  isCursor: boolean;
  onFocus: (id: string) => void;
  onToggle: (id: string, isStretch: boolean) => void;
}

/** The link covers the row, so that the whole row opens the record, also in another tab. */
function DrawnRow<Row extends { id: string }>(props: RecordRowProps<Row>) {
  const { row, index, top, height, columns, renderCard, name, renderLink } = props;
  const { isOpen, canSelect, isSelected, isCursor, onFocus, onToggle } = props;
  const link = renderLink(row, {
    className: 'records__link',
    tabIndex: isCursor ? 0 : -1,
    children: renderCard ? renderCard(row) : columns[0]?.cell(row),
    onFocus: () => onFocus(row.id),
  });
  return (
    <tr
      aria-rowindex={index + 2}
      className="records__row"
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      data-cursor={isCursor || undefined}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {renderCard ? (
        <th scope="row" className="records__card">
          {link}
        </th>
      ) : (
        <>
          <td className="records__check">
            {canSelect && (
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={`Select ${name}`}
                checked={isSelected}
                onChange={() => {}}
                onClick={(event) => onToggle(row.id, event.shiftKey)}
              />
            )}
          </td>
          <th scope="row" className="records__cell">
            {link}
          </th>
          {columns.slice(1).map(({ key, cell, isNumber }) => (
            <td key={key} className="records__cell" data-number={isNumber || undefined}>
              {cell(row)}
            </td>
          ))}
        </>
      )}
    </tr>
  );
}

/** Whoever scrolls draws the rows that come into sight, and not once more those that are there. */
export const RecordRow = memo(DrawnRow) as typeof DrawnRow;
