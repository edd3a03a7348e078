import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent } from 'react';
import './button.css';

interface Look {
  variant?: 'primary' | 'secondary' | 'quiet' | undefined;
  /** Takes the whole width of its container. */
  wide?: boolean | undefined;
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Work is under way: refuses further presses, and stays focusable so that the keyboard does not lose its place. */
  busy?: boolean | undefined;
}

export function Button({
  variant,
  wide,
  busy = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  const busyProps = busy ? ({ 'aria-disabled': true, 'aria-busy': true } as const) : {};
  return (
    <button
      {...rest}
      {...busyProps}
      type={type}
      className={look({ variant, wide }, className)}
      onClick={press}
    />
  );
}

export interface ButtonLinkProps extends Look, AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
}

/** A link that looks like a button: for a step that leads to another page. */
export function ButtonLink({ variant, wide, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={look({ variant, wide }, className)}>
      {children}
    </a>
  );
}

function look({ variant = 'primary', wide = false }: Look, own?: string): string {
  const classes = ['m-button', `m-button--${variant}`];
  if (wide) classes.push('m-button--wide');
  if (own) classes.push(own);
  return classes.join(' ');
}
