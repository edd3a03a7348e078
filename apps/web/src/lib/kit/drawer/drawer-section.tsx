import type { ReactNode } from 'react';
import { useId } from 'react';
import './drawer-section.css';

interface DrawerSectionProps {
  title: string;
  /** Beside the title, such as a button that adds something. */
  action?: ReactNode;
  children: ReactNode;
}

export function DrawerSection({ title, action, children }: DrawerSectionProps) {
  const id = useId();
  return (
    <section className="drawer-section" aria-labelledby={id}>
      <header role="presentation">
        <h3 id={id}>{title}</h3>
        {action}
      </header>
      {children}
    </section>
  );
}
