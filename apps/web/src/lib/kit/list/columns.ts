import type { ReactNode } from 'react';

/** A column of a list, as data. */
export interface Column<Row, Sort extends string = string> {
  key: string;
  head: string;
  /** As in CSS grid: `minmax(180px, 2fr)` or `120px`. */
  width: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** The orders that a press on its head asks for: the first press, and the next. */
  sort?: readonly [Sort, Sort];
  /** Left out where the list is narrower, in pixels. */
  from?: number;
}

export function visibleColumns<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  width: number,
): Column<Row, Sort>[] {
  return columns.filter(({ from = 0 }) => width >= from);
}

export function templateOf(columns: readonly { width: string }[], canSelect: boolean): string {
  return [canSelect ? '36px' : '0px', ...columns.map(({ width }) => width)].join(' ');
}
