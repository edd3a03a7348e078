import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { BarTool } from '../../../features/dispatch/board/components/bar-tools.tsx';
import type { BoardSearch } from '../../../features/dispatch/board/model/board-search.ts';
import { MapPanel } from '../../../features/dispatch/map/components/map-panel.tsx';
import type { Change } from '../../../lib/page/search-params.ts';
import type { ShownBoard } from './use-shown-board.ts';

interface MapSwitch {
  search: BoardSearch;
  isPhone: boolean | undefined;
  onChange: (change: Change<BoardSearch>) => void;
}

/** Opens the map beside the board; on a phone there is room for one of them. */
export function mapTool({ search, isPhone, onChange }: MapSwitch): BarTool {
  if (isPhone)
    return {
      label: 'Map',
      renderRoot: (props) => <Link to="/map" search={aloneSearch(search)} {...props} />,
    };
  const isOpen = search.map !== undefined;
  return {
    label: 'Map',
    title: 'Map beside the board',
    icon: 'map',
    isOn: isOpen,
    onPress: () => onChange({ map: isOpen ? undefined : 'shown', route: undefined }),
  };
}

type Panel = ComponentProps<typeof MapPanel>;

interface DayMapPanelProps extends Pick<Panel, 'board' | 'tables' | 'title' | 'onGrab' | 'onOpen'> {
  shown: ShownBoard;
  /** None: to where it is larger, and to close it. */
  actions?: ReactNode;
}

/** The map as the address of the board says. */
export function DayMapPanel({ shown, actions, ...panel }: DayMapPanelProps) {
  const { search, days, order, pointed, change: onChange } = shown;
  return (
    <MapPanel
      {...panel}
      days={days}
      order={order}
      pointed={pointed}
      openVisit={search.visit}
      isList={search.map === 'list'}
      onList={(isList) => onChange({ map: isList ? 'list' : 'shown' })}
      only={search.route}
      onOnly={(route) => onChange({ route })}
      actions={actions ?? <BesideActions search={search} onChange={onChange} />}
    />
  );
}

function BesideActions({ search, onChange }: Omit<MapSwitch, 'isPhone'>) {
  return (
    <>
      <ActionIcon
        variant="subtle"
        aria-label="Open the map on its own"
        renderRoot={(props) => <Link to="/map" search={aloneSearch(search)} {...props} />}
      >
        <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
          <path d="M11.500 3.500h5v5M16.500 3.500l-6 6M8.500 4.500h-4v11h11v-4" />
        </svg>
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label="Close the map"
        onClick={() => onChange({ map: undefined, route: undefined })}
      >
        <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
          <path d="M5 5l10 10M15 5 5 15" />
        </svg>
      </ActionIcon>
    </>
  );
}

/** The same day and people, without the board. */
function aloneSearch({ visit: _visit, quick: _quick, plan: _plan, ...search }: BoardSearch): BoardSearch {
  return search;
}
