import type { ReactNode } from 'react';
import './rows.css';

/** A short list, all of it on the page: each thing with what is known of it and what can be done. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="rows" aria-label={label}>
      {children}
    </ul>
  );
}

interface RowItemProps {
  title: ReactNode;
  about?: ReactNode;
  /** What can be done with it. */
  aside?: ReactNode;
  /** What is open below it. */
  children?: ReactNode;
}

export function RowItem({ title, about, aside, children }: RowItemProps) {
  return (
    <li>
      <div className="rows__row">
        <div className="rows__text">
          <span className="rows__title">{title}</span>
          {about !== undefined && <span className="rows__about">{about}</span>}
        </div>
        {aside !== undefined && <div className="rows__aside">{aside}</div>}
      </div>
      {children !== undefined && children !== null && children !== false && (
        <div className="rows__below">{children}</div>
      )}
    </li>
  );
}
