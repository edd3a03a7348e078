import { Kbd, Menu } from '@mantine/core';
import type { Board, BoardDay } from '@muster/domain/dispatch/scheduling/board/board';
import { dayInWords, lengthInWords, timeInWords } from '@muster/domain/values/clock-words';
import { dateAt } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { hasBegun } from '@muster/domain/work/visits/states';
import { type RefObject, useEffect, useState } from 'react';
import { currentScenario } from '../../../../lib/board/scenario.ts';
import { useSingleKeys } from '../../../../lib/kit/single-keys.ts';
import { GRID } from '../model/drag.ts';
import { placeBeside } from '../model/focus.ts';
import { frameOf, type Layout, snapTo, spotAt } from '../model/layout.ts';
import { fittingAt, rowOf } from '../model/rows.ts';
import { toDispatch, type useCommands } from './state/use-moves.ts';

/** What a menu is about: a visit on the board or in the tray, somebody, or a moment of somebody's day. */
type About =
  | { readonly kind: 'visit'; readonly visit: string; readonly technician: string | null }
  | { readonly kind: 'technician'; readonly technician: string }
  | { readonly kind: 'slot'; readonly technician: string; readonly start: EpochMinutes };

interface OpenMenu {
  readonly about: About;
  readonly x: number;
  readonly y: number;
  /** What has the focus again when it is closed. */
  readonly origin: HTMLElement | null;
}

/**
 * The menu of whatever lies under the pointer, or has the focus: by a right click, a long press on an empty slot, Shift F10 or the key
 * for menus. One for the board and its tray; of anything else the browser shows its own.
 */
export function useBoardMenu(
  board: Board,
  days: readonly BoardDay[],
  layout: Layout,
  scroller: RefObject<HTMLElement | null>,
  isBusy: boolean,
) {
  const [open, setOpen] = useState<OpenMenu>();

  function aboutOf(target: Element, x: number, y: number): About | undefined {
    const visit = target.closest<HTMLElement>('.visit-block, .visit-block__end, .tray__visit')?.dataset;
    if (visit?.['visit'])
      return { kind: 'visit', visit: visit['visit'], technician: visit['technician'] ?? null };
    const name = target.closest<HTMLElement>('.board-row__name')?.dataset['technician'];
    if (name !== undefined) return { kind: 'technician', technician: name };
    if (!target.closest('.board-row__time')) return undefined;
    const spot = spotAt(layout, frameOf(scroller.current!), { x, y });
    if (spot.kind !== 'row') return undefined;
    const { technician } = spot;
    if (!layout.week) return { kind: 'slot', technician, start: snapTo(spot.at, GRID) };
    // A day of a week is too narrow to point at a time.
    const day = days.find(({ start, end }) => spot.at >= start && spot.at < end) ?? days[0]!;
    const start = placeBeside(board, day, rowOf(board, technician, [day]), { technician, visit: null });
    return { kind: 'slot', technician, start };
  }

  function show(event: React.SyntheticEvent, x: number, y: number) {
    const target = event.target as HTMLElement;
    const about = aboutOf(target, x, y);
    if (about === undefined) return;
    event.preventDefault();
    if (isBusy) return;
    event.stopPropagation();
    const origin = document.activeElement;
    setOpen({ about, x, y, origin: origin instanceof HTMLElement ? origin : null });
  }

  return {
    open,
    close: () => setOpen(undefined),
    on: {
      onContextMenu: (event: React.MouseEvent) => show(event, event.clientX, event.clientY),
      onKeyDown(event: React.KeyboardEvent) {
        if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
        const { left, bottom, width } = (event.target as Element).getBoundingClientRect();
        show(event, left + Math.min(24, width / 2), bottom - 4);
      },
    },
  };
}

interface BoardMenuProps {
  board: Board;
  days: readonly BoardDay[];
  workOf: ReadonlyMap<string, string>;
  selected: ReadonlySet<string>;
  menu: ReturnType<typeof useBoardMenu>;
  commands: ReturnType<typeof useCommands>;
  on: MenuActs;
}

/** What the board does, wherever it is asked for. */
export interface MenuActs {
  onOpen: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
  onPickUp: (visit: string, technician: string | null) => void;
  onPlace: (visit: string, technician: string, start: EpochMinutes) => void;
  onFindSlot: (visit: string) => void;
  onResize: (visit: string, duration: number) => void;
  onSelect: (visits: readonly string[]) => void;
  onNew: (technician: string, start: EpochMinutes) => void;
  onDispatchVisits: (visits: readonly string[]) => void;
  onDispatchDay: (technician: string) => void;
}

interface Item {
  readonly text: string;
  /** The key that does the same. */
  readonly keys?: string;
  readonly act: () => unknown;
}

interface Section {
  readonly label?: string;
  readonly items: readonly Item[];
}

export function BoardMenu({ menu: { open, close }, ...props }: BoardMenuProps) {
  const [hasKeys] = useSingleKeys();
  const shown = open && contentOf(props, open.about);
  useEffect(() => {
    if (!open) return undefined;
    // What it is about moves away from under it.
    addEventListener('resize', close);
    return () => removeEventListener('resize', close);
  }, [open, close]);
  if (!open || !shown) return null;
  const leave = () => {
    close();
    open.origin?.focus({ preventScroll: true });
  };
  return (
    <Menu
      opened
      onChange={(isOpen) => !isOpen && leave()}
      position="bottom-start"
      offset={2}
      width={248}
      shadow="md"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      withinPortal
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <i style={{ position: 'fixed', left: open.x, top: open.y }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown
        aria-label={shown.label}
        className="board-menu"
        onContextMenu={(event) => event.preventDefault()}
      >
        <Menu.Label aria-hidden>{shown.label}</Menu.Label>
        {shown.sections
          .filter(({ items }) => items.length > 0)
          .map(({ label, items }) => (
            <div key={label ?? items[0]!.text} role="group" aria-label={label}>
              {label !== undefined && <Menu.Label aria-hidden>{label}</Menu.Label>}
              {items.map(({ text, keys, act }) => (
                <Menu.Item
                  key={text}
                  rightSection={keys !== undefined && hasKeys && <Kbd size="xs">{keys}</Kbd>}
                  closeMenuOnClick={false}
                  onClick={() => {
                    leave();
                    act();
                  }}
                >
                  {text}
                </Menu.Item>
              ))}
            </div>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type Content = Omit<BoardMenuProps, 'menu'>;

function contentOf(props: Content, about: About): { label: string; sections: Section[] } | undefined {
  if (about.kind === 'visit') return ofVisit(props, about);
  return about.kind === 'technician' ? ofTechnician(props, about.technician) : ofSlot(props, about);
}

function ofVisit(props: Content, { visit: id, technician }: Extract<About, { kind: 'visit' }>) {
  const { board, commands, on, selected } = props;
  const visit = board.visits.get(id);
  if (visit === undefined) return undefined;
  const { customer, state, duration } = visit.row;
  const all = selected.has(id) && selected.size > 1 ? [...selected] : [id];
  const label = all.length > 1 ? `${all.length} visits` : customer;
  if (technician === null)
    return {
      label,
      sections: [
        { items: [{ text: 'Open', act: () => on.onOpen(id) }] },
        {
          items: [
            { text: 'Find a slot…', keys: 'F', act: () => on.onFindSlot(id) },
            { text: 'Place with a click', keys: 'M', act: () => on.onPickUp(id, null) },
          ],
        },
      ],
    };
  const crew = board.assignments.get(id) ?? [];
  const isAhead = !hasBegun(state) && state !== 'cancelled';
  const isLive = currentScenario() === null;
  const isPinned = crew.some((one) => one.isPinned);
  const toSend = all.filter((one) => board.visits.get(one)?.row.state === 'planned');
  const one = all.length === 1;
  const after = crew.find((own) => own.technician === technician)?.end;
  return {
    label,
    sections: [
      {
        items: [
          ...(one ? [{ text: 'Open', keys: 'Space', act: () => on.onOpen(id) }] : []),
          ...(isAhead ? [{ text: 'Move…', keys: '↵', act: () => on.onPickUp(id, technician) }] : []),
          ...(isAhead && one ? [{ text: 'Find a slot…', keys: 'F', act: () => on.onFindSlot(id) }] : []),
        ],
      },
      {
        items: isAhead
          ? [
              ...(isLive && toSend.length > 0
                ? [
                    {
                      text: 'Dispatch',
                      keys: 'D',
                      act: () => on.onDispatchVisits(all),
                    },
                  ]
                : []),
              { text: isPinned ? 'Unpin' : 'Pin', keys: 'P', act: () => commands.togglePin(...all) },
              ...(one
                ? [
                    { text: '15 minutes longer', keys: '+', act: () => on.onResize(id, duration + GRID) },
                    ...(duration > GRID
                      ? [
                          {
                            text: '15 minutes shorter',
                            keys: '−',
                            act: () => on.onResize(id, duration - GRID),
                          },
                        ]
                      : []),
                  ]
                : []),
            ]
          : [],
      },
      {
        items: [
          ...(one && !selected.has(id)
            ? [{ text: 'Select', keys: 'X', act: () => on.onSelect([...selected, id]) }]
            : [{ text: 'Clear selection', act: () => on.onSelect([]) }]),
          ...(isLive && one && after !== undefined
            ? [
                {
                  text: 'New job after it',
                  keys: 'N',
                  act: () => on.onNew(technician, afterNow(board, after)),
                },
              ]
            : []),
        ],
      },
      {
        items: isAhead ? [{ text: 'Unschedule', keys: 'U', act: () => commands.unschedule(...all) }] : [],
      },
    ],
  };
}

/** Nothing new begins in the past. */
function afterNow({ now }: Board, at: EpochMinutes): EpochMinutes {
  return snapTo(Math.ceil(Math.max(now, at) / GRID) * GRID, GRID);
}

function ofTechnician({ board, days, on }: Content, technician: string) {
  const name = board.technicians.get(technician)?.row.name;
  // They may leave while it is open.
  if (name === undefined) return undefined;
  const day = days[0]!;
  const row = rowOf(board, technician, days);
  const start = placeBeside(board, day, row, { technician, visit: null });
  const own = [...new Set(row.blocks.map(({ booking }) => booking.id))];
  const isLive = currentScenario() === null;
  const toSend = days.length === 1 && isLive ? toDispatch(board, day, technician).length : 0;
  return {
    label: name,
    sections: [
      {
        items: [
          { text: 'Open', keys: 'Space', act: () => on.onOpenTechnician(technician) },
          ...(isLive
            ? [
                {
                  text: `New job at ${timeInWords(start, board.business.zone)}`,
                  keys: 'N',
                  act: () => on.onNew(technician, start),
                },
              ]
            : []),
        ],
      },
      {
        items: [
          ...(toSend > 0
            ? [{ text: `Dispatch the day (${toSend})`, keys: 'D', act: () => on.onDispatchDay(technician) }]
            : []),
          ...(own.length > 0
            ? [
                {
                  text: own.length === 1 ? 'Select the visit' : `Select all ${own.length} visits`,
                  act: () => on.onSelect(own),
                },
              ]
            : []),
        ],
      },
    ],
  };
}

/** As many of those that wait as are read at a glance. */
const mostOffered = 5;

function ofSlot(props: Content, { technician, start }: Extract<About, { kind: 'slot' }>) {
  const { board, days, on, selected, workOf } = props;
  const name = board.technicians.get(technician)?.row.name;
  if (name === undefined) return undefined;
  const { zone } = board.business;
  const time = timeInWords(start, zone);
  const when = days.length > 1 ? `${dayInWords(start, zone)} ${time}` : time;
  const isPast = start < board.now && dateAt(start, zone) !== dateAt(board.now, zone);
  const [first] = selected;
  const what = selected.size === 1 ? board.visits.get(first!)?.row.customer : `${selected.size} visits`;
  return {
    label: `${name}, ${when}`,
    sections: [
      {
        items: [
          ...(currentScenario() === null
            ? [{ text: 'New job here', act: () => on.onNew(technician, start) }]
            : []),
          ...(first === undefined
            ? []
            : [{ text: `Move ${what} here`, act: () => on.onPlace(first, technician, start) }]),
        ],
      },
      {
        label: 'Fits here',
        items: isPast
          ? []
          : fittingAt(board, technician, start, mostOffered).map(({ row }) => ({
              text: [row.customer, workOf.get(row.id), lengthInWords(row.duration)]
                .filter(Boolean)
                .join(' · '),
              act: () => on.onPlace(row.id, technician, start),
            })),
      },
    ],
  };
}
