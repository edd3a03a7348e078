import { ActionIcon, SegmentedControl } from '@mantine/core';
import type { GstBasis } from '@muster/domain/money/bookkeeping/gst';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import type { Change } from '../../../../lib/page/search-params.ts';
import {
  type BooksSearch,
  type Period,
  periodInWords,
  type PeriodLength,
  periodOf,
} from '../model/period.ts';
import './period-bar.css';

interface PeriodBarProps {
  by: PeriodLength;
  period: Period;
  basis: GstBasis;
  usualBasis: GstBasis;
  today: LocalDate;
  onChange: (change: Change<BooksSearch>) => void;
}

/** For which days, and when a sale counts. */
export function PeriodBar({ by, period, basis, usualBasis, today, onChange }: PeriodBarProps) {
  return (
    <div className="period-bar">
      <SegmentedControl<PeriodLength>
        aria-label="Length of the period"
        data={[
          { value: 'month', label: 'Month' },
          { value: 'quarter', label: 'Quarter' },
          { value: 'year', label: 'Year' },
        ]}
        value={by}
        onChange={(length) =>
          onChange({
            by: length === 'quarter' ? undefined : length,
            // The end of what is looked at stays in sight, unless that has not come yet.
            on: period.to < today ? periodOf(length, period.to).from : undefined,
          })
        }
      />
      <div className="period-bar__step">
        <Step
          label="Period before"
          path="M12 4.5 6.5 10l5.5 5.5"
          onPress={() => onChange({ on: addDays(period.from, -1) })}
        />
        <h2 aria-live="polite">{periodInWords(period)}</h2>
        <Step
          label="Period after"
          path="M8 4.500 13.500 10 8 15.500"
          isOff={period.to >= today}
          onPress={() => onChange({ on: addDays(period.to, 1) })}
        />
      </div>
      <SegmentedControl<GstBasis>
        className="period-bar__basis"
        aria-label="GST basis"
        data={[
          { value: 'cash', label: 'Cash' },
          { value: 'accrual', label: 'Accrual' },
        ]}
        value={basis}
        onChange={(chosen) => onChange({ basis: chosen === usualBasis ? undefined : chosen })}
      />
    </div>
  );
}

interface StepProps {
  label: string;
  path: string;
  isOff?: boolean;
  onPress: () => void;
}

function Step({ label, path, isOff = false, onPress }: StepProps) {
  return (
    <ActionIcon variant="subtle" c="dimmed" size="lg" aria-label={label} disabled={isOff} onClick={onPress}>
      <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
        <path d={path} />
      </svg>
    </ActionIcon>
  );
}
