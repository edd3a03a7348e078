import type { ReactNode } from 'react';
import './empty.css';

interface EmptyStateProps {
  /** What this list is. */
  title: string;
  /** What it is for, in a sentence. */
  text: ReactNode;
  /** The first step: a button or a link. */
  action?: ReactNode;
  icon?: ReactNode;
}

/** A list with nothing in it yet: says what belongs here and offers the first step. */
export function EmptyState({ title, text, action, icon }: EmptyStateProps) {
  return (
    <div className="m-empty">
      {icon && <div className="m-empty__icon">{icon}</div>}
      <h2>{title}</h2>
      <p>{text}</p>
      {action && <div className="m-empty__action">{action}</div>}
    </div>
  );
}
