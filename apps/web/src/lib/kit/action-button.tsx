import { Button } from '@mantine/core';
import type { ButtonProps, ElementProps } from '@mantine/core';
import type { MouseEvent } from 'react';

interface ActionButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  /** Work is under way. The button refuses further presses and keeps the focus, which a disabled button would lose. */
  busy?: boolean | undefined;
}

export function ActionButton({ busy = false, onClick, ...rest }: ActionButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  const busyProps = busy
    ? ({ 'aria-disabled': true, 'aria-busy': true, 'data-disabled': true } as const)
    : {};
  return <Button {...rest} {...busyProps} onClick={press} />;
}
