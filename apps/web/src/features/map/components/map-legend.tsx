import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { CrewDot } from '../../../lib/kit/crew-colour.tsx';
import type { DayMap } from '../model/day-map.ts';
import './map-legend.css';

interface MapLegendProps {
  whole: DayMap;
  /** Beside the board, whose rows have the colours, it is closed. */
  isOpenAtFirst: boolean;
  /** Whose route is shown alone. */
  only: string | undefined;
  onOnly: (technician: string | undefined) => void;
}

/** With more technicians the colours repeat so often that a list of them tells nothing. */
const mostNamed = 40;

/** What the marks mean, and whose colour is whose. */
export function MapLegend({ whole, isOpenAtFirst, only, onOnly }: MapLegendProps) {
  const isWide = useMediaQuery('(width >= 900px)', true, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(isOpenAtFirst && isWide);
  const working = whole.routes.filter(({ stops }) => stops.length > 0);
  const { waiting } = whole;
  return (
    <section className="map-legend" aria-label="Legend">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Legend
      </button>
      {isOpen && (
        <>
          {working.length <= mostNamed && (
            <ul className="map-legend__crew">
              {working.map(({ technician, name, colour, stops }) => (
                <li key={technician}>
                  <button
                    type="button"
                    aria-pressed={only === technician}
                    title="Show this route alone"
                    onClick={() => onOnly(only === technician ? undefined : technician)}
                  >
                    <CrewDot colour={colour} />
                    <span>{name}</span>
                    <small>{stops.length}</small>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <ul className="map-legend__marks">
            <li data-mark="visit">Visit, in its technician’s colour</li>
            <li data-mark="several">Visits of several technicians</li>
            <li data-mark="waiting">Unscheduled ({waiting.length})</li>
            {waiting.some(({ visit }) => visit.row.priority === 'P1') && (
              <li data-mark="urgent">Unscheduled emergency</li>
            )}
            <li data-mark="base">
              <svg viewBox="0 0 18 18" aria-hidden>
                <path d="M9 2l7.500 6.500h-2V16h-11V8.500h-2z" />
              </svg>
              Where a day begins
            </li>
          </ul>
        </>
      )}
    </section>
  );
}
