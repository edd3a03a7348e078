import type { ReactNode } from 'react';
import './list-page.css';

interface ListPageProps {
  title: string;
  /** Search and filters. */
  filters: ReactNode;
  /** What can be made here. */
  actions?: ReactNode;
  /** The list. */
  children: ReactNode;
  /** The record that is open, beside the list. */
  drawer: ReactNode;
}

/** A page that is one list: its name, search and filters in one line, the rows down to the edge of the screen. */
export function ListPage({ title, filters, actions, children, drawer }: ListPageProps) {
  return (
    <div className="list-page" data-fills>
      <div className="list-page__list">
        <header className="list-page__top">
          <h1>{title}</h1>
          {filters}
          {actions && <div className="list-page__actions">{actions}</div>}
        </header>
        {children}
      </div>
      {drawer}
    </div>
  );
}
