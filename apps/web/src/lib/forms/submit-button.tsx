import { Button } from '@muster/ui/button';
import type { ButtonProps } from '@muster/ui/button';
import { wait } from '../format/format.ts';
import './submit-button.css';

interface SubmitButtonProps extends Pick<ButtonProps, 'variant'> {
  /** What it does, and what it says while it does it. */
  label: string;
  running: string;
  isRunning: boolean;
  /** Seconds that the server asks to wait first, and what can be done then. */
  left: number;
  again?: string | undefined;
}

/** Sends a form of a public page; without a script it would send nothing, so then there is none. */
export function SubmitButton({
  label,
  running,
  isRunning,
  left,
  again = 'Try again',
  variant,
}: SubmitButtonProps) {
  const next = left > 0 ? `${again} in ${wait(left)}` : label;
  return (
    <Button
      type="submit"
      wide
      variant={variant}
      busy={isRunning}
      aria-disabled={left > 0 || undefined}
      className="submit-button"
    >
      {isRunning ? running : next}
    </Button>
  );
}
