import { useElementSize, useMediaQuery, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { takeFocus } from '../../page/page.ts';
import { type Column, templateOf, visibleColumns } from './columns.ts';
import { ListHead } from './list-head.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { RecordRow, type RowLink } from './record-row.tsx';
import { extend, noSelection, type Selection, toggle } from './selection.ts';
import { useListKeys } from './use-list-keys.ts';
import type { Records } from './use-records.ts';
import './record-list.css';

export interface RecordListProps<Row, Sort extends string> {
  /** What is in the list, for those who hear it. */
  label: string;
  records: Records<Row>;
  columns: readonly Column<Row, Sort>[];
  nameOf: (row: Row) => string;
  /** The link to a record, which covers its row. */
  renderLink: RowLink<Row>;
  /** What a row shows on a phone. */
  renderCard: (row: Row) => ReactNode;
  /** The record whose drawer is open. */
  openId: string | undefined;
  onOpen: (row: Row) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Whether there is anything to do with rows that are selected; usually there is. */
  canSelect?: boolean;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

const nothing = () => {};
const rowPx = 40;
const cardPx = 60;
/** The next page is asked for before its rows come into sight. */
const aheadRows = 40;

/** A list of any length: what is in sight is drawn, and read page by page. */
export function RecordList<Row extends { id: string }, Sort extends string>(
  props: RecordListProps<Row, Sort>,
) {
  const { label, records, columns, nameOf, renderLink, renderCard, openId, onOpen, sort, onSort } = props;
  const { canSelect = true, selection } = props;
  const onSelect = canSelect ? props.onSelect : nothing;
  const { rows, hasMore, loadMore, isLoading, isOld } = records;
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize();
  const isPhone = useMediaQuery('(width < 900px)', false, { getInitialValueInEffect: false });
  const shown = useMemo(() => visibleColumns(columns, width), [columns, width]);
  const [cursor, setCursor] = useState<string>();
  const wantsFocus = useRef(false);
  const at = openId ?? cursor;
  const place = rows.findIndex(({ id }) => id === at);
  const height = isPhone ? cardPx : rowPx;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    scrollPaddingStart: isPhone ? 0 : 32,
  });
  const items = virtualizer.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  const isNearEnd = hasMore && lastShown >= rows.length - aheadRows;
  const readOn = useEffectEvent(loadMore);
  useEffect(() => {
    if (isNearEnd) readOn();
  }, [isNearEnd, rows.length]);
  useEffect(() => virtualizer.measure(), [virtualizer, height]);

  const order = () => rows.map(({ id }) => id);

  const select = useCallback(
    (id: string, isStretch: boolean) =>
      onSelect(
        isStretch
          ? extend(
              selection,
              id,
              rows.map((row) => row.id),
            )
          : toggle(selection, id),
      ),
    [rows, selection, onSelect],
  );

  function moveTo(index: number) {
    const row = rows[index];
    if (!row) return undefined;
    setCursor(row.id);
    wantsFocus.current =
      openId === undefined || (scroller.current?.contains(document.activeElement) ?? false);
    virtualizer.scrollToIndex(index);
    if (openId !== undefined) onOpen(row);
    return row;
  }

  useListKeys({
    onMove(step, isSelecting) {
      const next = place < 0 ? 0 : Math.min(Math.max(place + step, 0), rows.length - 1);
      if (next === place) return;
      const row = moveTo(next);
      if (!row || !isSelecting) return;
      const from = selection.anchor === undefined && at !== undefined ? toggle(selection, at) : selection;
      onSelect(extend(from, row.id, order()));
    },
    onOpen: () => place >= 0 && onOpen(rows[place]!),
    onSelect: () => at !== undefined && onSelect(toggle(selection, at)),
    onClear() {
      if (selection.ids.size === 0) return false;
      onSelect(noSelection);
      return true;
    },
  });

  // The row that somebody moved to is drawn a moment later where the list had to be scrolled.
  useEffect(() => {
    if (!wantsFocus.current) return;
    const link = scroller.current?.querySelector<HTMLElement>('[data-cursor] .records__link');
    if (!link) return;
    wantsFocus.current = false;
    takeFocus(link, { preventScroll: true });
  }, [at, lastShown]);

  const ref = useMergedRef(scroller, measured);
  const columnsStyle = { '--records-columns': templateOf(shown, canSelect) } as CSSProperties;
  return (
    <div ref={ref} className="records" style={columnsStyle} data-old={isOld || undefined}>
      <table aria-label={label} aria-rowcount={hasMore ? -1 : rows.length + 1} aria-busy={isLoading || isOld}>
        <ListHead columns={shown} sort={sort} onSort={onSort} />
        <tbody className="records__rows" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index]!;
            return (
              <RecordRow
                key={row.id}
                row={row}
                index={index}
                top={start}
                height={height}
                columns={shown}
                renderCard={isPhone ? renderCard : undefined}
                name={nameOf(row)}
                renderLink={renderLink}
                isOpen={row.id === openId}
                canSelect={canSelect}
                isSelected={selection.ids.has(row.id)}
                isCursor={row.id === at || (place < 0 && index === 0)}
                onFocus={setCursor}
                onToggle={select}
              />
            );
          })}
        </tbody>
      </table>
      {isLoading && <ListSkeleton rows={isPhone ? 10 : 18} height={height} label={label} />}
    </div>
  );
}
