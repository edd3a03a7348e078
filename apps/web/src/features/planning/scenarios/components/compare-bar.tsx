import { ActionIcon, Select, Switch } from '@mantine/core';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { Scenario } from '../api.ts';
import { LIVE } from '../model/compare-search.ts';

interface CompareDay {
  readonly date: LocalDate;
  /** How many things differ then. */
  readonly count: number;
}

interface CompareBarProps {
  days: readonly CompareDay[];
  date: LocalDate;
  onDate: (date: LocalDate) => void;
  isOnly: boolean;
  onOnly: (isOnly: boolean) => void;
  zoom: number;
  onZoom: (zoom: number) => void;
  onSwap: () => void;
}

const nearest = 3;

/** Which day, who, and how near. */
export function CompareBar(props: CompareBarProps) {
  const { days, date, zoom } = props;
  return (
    <div className="compare-bar" role="toolbar" aria-label="Comparison">
      <h1>Compare</h1>
      <nav className="compare-bar__days" aria-label="Day">
        {days.map((day) => (
          <button
            key={day.date}
            type="button"
            aria-pressed={day.date === date}
            onClick={() => props.onDate(day.date)}
          >
            {dateInWords(day.date)}{' '}
            {day.count > 0 && (
              <b>
                {day.count}
                <span className="m-hidden"> different</span>
              </b>
            )}
          </button>
        ))}
      </nav>
      <div className="compare-bar__look">
        <Switch
          size="xs"
          label="Only differences"
          checked={props.isOnly}
          onChange={({ target }) => props.onOnly(target.checked)}
        />
        <ActionIcon
          variant="subtle"
          aria-label="Swap the boards"
          title="Swap the boards"
          onClick={props.onSwap}
        >
          <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
            <path d="M3.5 7h12M12.500 3.500 16 7l-3.500 3.500M16.500 13h-12M7.500 9.500 4 13l3.500 3.500" />
          </svg>
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label="Zoom out"
          disabled={zoom === 0}
          onClick={() => props.onZoom(zoom - 1)}
        >
          −
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label="Zoom in"
          disabled={zoom === nearest}
          onClick={() => props.onZoom(zoom + 1)}
        >
          +
        </ActionIcon>
      </div>
    </div>
  );
}

interface BoardChoiceProps {
  label: string;
  value: string;
  scenarios: readonly Scenario[];
  /** The one on the other side. */
  taken: string;
  onChange: (value: string) => void;
}

/** Which board is on a side: the live one, or a scenario. */
export function BoardChoice({ label, value, scenarios, taken, onChange }: BoardChoiceProps) {
  return (
    <Select
      className="compare-figures__choice"
      size="xs"
      aria-label={label}
      allowDeselect={false}
      data={[
        { value: LIVE, label: 'Live board', disabled: taken === LIVE },
        ...scenarios.map(({ id, name }) => ({ value: id, label: name, disabled: id === taken })),
      ]}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}
