import { Button } from '@mantine/core';
import type { ButtonProps, ElementProps } from '@mantine/core';
import { notify } from '@muster/ui/toast';
import type { MouseEvent } from 'react';
import { useReadOnly } from '../page/read-only.ts';

interface ActionButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  /**
   * Work is under way. The button refuses further presses and keeps the focus, which a disabled button would lose. A button for which
   * this is given changes something, and one without it only opens or closes.
   */
  busy?: boolean | undefined;
  /** What it does is done in a read-only account too. */
  whenReadOnly?: boolean;
}

export function ActionButton({ busy, whenReadOnly = false, onClick, title, ...rest }: ActionButtonProps) {
  const readOnly = useReadOnly();
  const refusal = busy === undefined || whenReadOnly ? undefined : readOnly;
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (refusal === undefined && !busy) return onClick?.(event);
    event.preventDefault();
    // A finger sees no title.
    if (refusal !== undefined) notify({ level: 'info', text: refusal });
  }
  const isOff = refusal !== undefined || busy === true;
  return (
    <Button
      {...rest}
      title={refusal ?? title}
      {...(refusal !== undefined && { 'aria-description': refusal })}
      {...(isOff && { 'aria-disabled': true, 'data-disabled': true })}
      {...(busy && { 'aria-busy': true })}
      onClick={press}
    />
  );
}
