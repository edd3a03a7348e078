import { Button } from '@muster/ui/button';
import { Field } from '@muster/ui/field';
import { Select } from '@muster/ui/select';
import { notify, dismiss, type ToastLevel, type ToastPosition } from '@muster/ui/toast';
import { useRef, useState } from 'react';

const levels: ToastLevel[] = ['success', 'error', 'warning', 'info'];
const positions: [ToastPosition, string][] = [
  ['tl', 'Top left'],
  ['tc', 'Top centre'],
  ['tr', 'Top right'],
  ['bl', 'Bottom left'],
  ['bc', 'Bottom centre'],
  ['br', 'Bottom right'],
];
const examples: Record<ToastLevel, string> = {
  success: 'Visit moved to Dave, 10:30 to 12:00.',
  error: 'The visit was not saved: the server cannot be reached. Try again in a moment.',
  warning: 'Priya finishes 25 minutes after the end of her day.',
  info: 'Sam is on leave on Thursday and Friday.',
};

export function Notifications() {
  const [position, setPosition] = useState('');
  const [seconds, setSeconds] = useState('');
  const [undone, setUndone] = useState(0);
  const last = useRef<number>(undefined);
  const chosen = {
    position: positions.find(([code]) => code === position)?.[0],
    seconds: seconds === '' ? undefined : Number(seconds),
  };
  function raise(level: ToastLevel, action?: { label: string; run: () => void }) {
    last.current = notify({ level, text: examples[level], ...chosen, action });
  }
  return (
    <>
      <div className="g-form">
        <Select
          label="Position"
          placeholder="Default"
          value={position}
          onChange={(event) => setPosition(event.target.value)}
          options={positions.map(([value, label]) => ({ value, label }))}
        />
        <Field
          label="Seconds"
          type="number"
          min="0"
          step="any"
          value={seconds}
          onChange={(event) => setSeconds(event.target.value)}
          hint="Blank: the default. 0: stays until dismissed."
        />
      </div>
      <div className="g-row">
        {levels.map((level) => (
          <Button key={level} variant="secondary" onClick={() => raise(level)}>
            Raise {level}
          </Button>
        ))}
        <Button
          variant="secondary"
          onClick={() => raise('success', { label: 'Undo', run: () => setUndone((n) => n + 1) })}
        >
          Raise with Undo
        </Button>
        <Button variant="quiet" onClick={() => last.current !== undefined && dismiss(last.current)}>
          Dismiss the last
        </Button>
      </div>
      <p className="g-note">
        Undone <data value={undone}>{undone}</data> times.
      </p>
    </>
  );
}
