import { Button } from '@muster/ui/button';
import { useState } from 'react';

const themes = ['auto', 'light', 'dark'] as const;
const names = { auto: 'System', light: 'Light', dark: 'Dark' };

export function ThemeSwitch() {
  const [theme, setTheme] = useState<(typeof themes)[number]>('auto');
  function choose(next: (typeof themes)[number]) {
    setTheme(next);
    if (next === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
  }
  return (
    <fieldset className="g-switch">
      <legend className="m-hidden">Theme</legend>
      {themes.map((name) => (
        <Button
          key={name}
          variant={theme === name ? 'secondary' : 'quiet'}
          aria-pressed={theme === name}
          onClick={() => choose(name)}
        >
          {names[name]}
        </Button>
      ))}
    </fieldset>
  );
}
