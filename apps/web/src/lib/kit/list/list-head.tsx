import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Column } from './columns.ts';

interface ListHeadProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** The first press on a head sorts by its column, the next one the other way round. */
export function ListHead<Row, Sort extends string>({ columns, sort, onSort }: ListHeadProps<Row, Sort>) {
  return (
    <thead className="records__head">
      <tr aria-rowindex={1} className="records__row">
        <th scope="col">
          <VisuallyHidden>Selected</VisuallyHidden>
        </th>
        {columns.map(({ key, head, sort: orders, isNumber }) => (
          <th
            key={key}
            scope="col"
            className="records__cell"
            data-number={isNumber || undefined}
            {...(orders?.includes(sort) && {
              'aria-sort': sort.startsWith('-') ? ('descending' as const) : ('ascending' as const),
            })}
          >
            {orders ? (
              <UnstyledButton
                className="records__sort"
                onClick={() => onSort(orders[0] === sort ? orders[1] : orders[0])}
              >
                {head}
                <span aria-hidden>{orders.includes(sort) ? (sort.startsWith('-') ? ' ↓' : ' ↑') : ''}</span>
              </UnstyledButton>
            ) : (
              head
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
