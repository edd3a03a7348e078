import { Button, Checkbox, SegmentedControl, Text, CloseButton, NativeSelect } from '@mantine/core';
import { ClockField } from '../../../../lib/kit/form/clock-field.tsx';
import type { Stretch, Week, Break } from '../model/week.ts';
import {
  addBreak,
  changeStretch,
  removeStretch,
  splitDay,
  spreadDay,
  stretchesOf,
  toggleDay,
  usualWeek,
  weekdayNames,
} from '../model/week.ts';
import './week-editor.css';

interface WeekEditorProps {
  value: Week | null;
  onChange: (week: Week | null) => void;
}

/** The hours of the business, or hours of one's own: from and to for each day, and when a break is taken. */
export function WeekEditor({ value, onChange }: WeekEditorProps) {
  return (
    <div className="week">
      <SegmentedControl
        fullWidth
        aria-label="Working hours"
        data={[
          { value: 'business', label: 'Business hours' },
          { value: 'own', label: 'Own hours' },
        ]}
        value={value === null ? 'business' : 'own'}
        onChange={(which) => onChange(which === 'own' ? usualWeek : null)}
      />
      {value && <WeekDays value={value} onChange={onChange} />}
    </div>
  );
}

/** The days of a week: from and to for each, and when a break is taken. */
export function WeekDays({ value, onChange }: { value: Week; onChange: (week: Week) => void }) {
  return (
    <div className="week">
      <ul aria-label="Days">
        {weekdayNames.map((name, index) => (
          <Day key={name} name={name} weekday={index + 1} week={value} onChange={onChange} />
        ))}
      </ul>
      {value.length > 1 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange(spreadDay(value, value[0]!.weekday))}
        >
          Same hours as {weekdayNames[value[0]!.weekday - 1]}
        </Button>
      )}
    </div>
  );
}

interface DayProps {
  name: string;
  weekday: number;
  week: Week;
  onChange: (week: Week) => void;
}

function Day({ name, weekday, week, onChange }: DayProps) {
  const stretches = stretchesOf(week, weekday);
  return (
    <li className="week__day">
      <Checkbox
        label={name.slice(0, 3)}
        aria-label={name}
        checked={stretches.length > 0}
        onChange={() => onChange(toggleDay(week, weekday))}
      />
      <div className="week__hours">
        {stretches.length === 0 && (
          <Text c="dimmed" lh="36px">
            Off
          </Text>
        )}
        {inPlaces(stretches).map(({ key, place, one: stretch }) => (
          <Hours
            key={key}
            name={stretches.length > 1 ? `${name}, ${place + 1}` : name}
            stretch={stretch}
            onChange={(change) => onChange(changeStretch(week, stretch, change))}
            onBreak={() => onChange(addBreak(week, stretch))}
            onSplit={place === 0 ? () => onChange(splitDay(week, weekday)) : undefined}
            onRemove={place > 0 ? () => onChange(removeStretch(week, stretch)) : undefined}
          />
        ))}
      </div>
    </li>
  );
}

interface HoursProps {
  name: string;
  stretch: Stretch;
  onChange: (change: Partial<Stretch>) => void;
  onBreak: () => void;
  onSplit: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

function Hours({ name, stretch, onChange, onBreak, onSplit, onRemove }: HoursProps) {
  const { from, to, breaks } = stretch;
  return (
    <>
      <div className="week__line">
        <ClockField isBare label={`${name} from`} value={from} onChange={(from) => onChange({ from })} />
        –
        <ClockField isBare label={`${name} to`} value={to} onChange={(to) => onChange({ to })} />
        {breaks.length < 5 && (
          <Button variant="subtle" size="compact-xs" aria-label={`${name}: add a break`} onClick={onBreak}>
            + Break
          </Button>
        )}
        {onSplit && (
          <Button variant="subtle" size="compact-xs" aria-label={`${name}: add hours`} onClick={onSplit}>
            + Hours
          </Button>
        )}
        {onRemove && (
          <Button variant="subtle" size="compact-xs" aria-label={`${name}: remove`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      {inPlaces(breaks).map(({ key, one: pause }) => (
        <BreakFields
          key={key}
          name={name}
          value={pause}
          onChange={(next) => onChange({ breaks: breaks.map((one) => (one === pause ? next : one)) })}
          onRemove={() => onChange({ breaks: breaks.filter((one) => one !== pause) })}
        />
      ))}
    </>
  );
}

/** They have no ids: each is known by its place, which it keeps while somebody edits it. */
function inPlaces<T>(list: readonly T[]): { key: string; place: number; one: T }[] {
  return list.map((one, place) => ({ key: `place ${place}`, place, one }));
}

const lengths = [10, 15, 20, 30, 45, 60, 90, 120];

interface BreakFieldsProps {
  name: string;
  value: Break;
  onChange: (value: Break) => void;
  onRemove: () => void;
}

/** So many minutes, taken at some time between two. */
function BreakFields({ name, value, onChange, onRemove }: BreakFieldsProps) {
  const choices = lengths.includes(value.length) ? lengths : [...lengths, value.length];
  return (
    <div className="week__line week__break">
      <NativeSelect
        aria-label={`${name}: break length`}
        data={choices.map((minutes) => ({ value: String(minutes), label: `${minutes} min` }))}
        value={String(value.length)}
        onChange={(event) => onChange({ ...value, length: Number(event.target.value) })}
      />
      <Text span size="xs" c="dimmed">
        between
      </Text>
      <ClockField
        isBare
        label={`${name}: break from`}
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
      />
      –
      <ClockField
        isBare
        label={`${name}: break to`}
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
      />
      <CloseButton size="sm" aria-label={`${name}: remove break`} onClick={onRemove} />
    </div>
  );
}
