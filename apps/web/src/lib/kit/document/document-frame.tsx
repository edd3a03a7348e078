import type { ReactNode } from 'react';
import './document-frame.css';

interface DocumentFrameProps {
  /** The way back to the list. */
  back: ReactNode;
  title: ReactNode;
  /** Beside the title: the status, whether it is saved. */
  aside?: ReactNode;
  /** What can be done, the main thing last; on a phone it lies in reach of a thumb. */
  actions: ReactNode;
  children: ReactNode;
}

/** The page of one document about money: what it is and what can be done stay in sight. */
export function DocumentFrame({ back, title, aside, actions, children }: DocumentFrameProps) {
  return (
    <div className="document-page">
      <header className="document-page__top">
        <div className="document-page__name">
          {back}
          <h1>{title}</h1>
          {aside}
        </div>
        <div className="document-page__actions">{actions}</div>
      </header>
      {children}
    </div>
  );
}
