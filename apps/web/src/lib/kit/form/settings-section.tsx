import { type ReactNode, useId } from 'react';
import './settings-section.css';

interface SettingsSectionProps {
  title: string;
  /** What it is for, in a sentence. */
  about: ReactNode;
  children: ReactNode;
}

/** What belongs together, with its words beside it. */
export function SettingsSection({ title, about, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className="settings-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="settings-section__about">{about}</p>
      </div>
      <div className="settings-section__fields">{children}</div>
    </section>
  );
}
