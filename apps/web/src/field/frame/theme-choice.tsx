import { useState } from 'react';
import { applyTheme, themeKey } from '../../lib/theme.ts';

const themes = [
  { value: 'light', word: 'Light' },
  { value: 'dark', word: 'Dark' },
  { value: 'auto', word: 'As the phone' },
] as const;

function kept(): string {
  try {
    return localStorage.getItem(themeKey) ?? 'auto';
  } catch {
    return 'auto';
  }
}

/** Sun on the screen, or a dark basement. The application has the same choice, and it is one. */
export function ThemeChoice() {
  const [chosen, setChosen] = useState(kept);
  function choose(theme: string) {
    setChosen(theme);
    applyTheme(theme);
    try {
      localStorage.setItem(themeKey, theme);
    } catch {
      // Storage may be forbidden; then it counts until the page is closed.
    }
  }
  return (
    <fieldset className="field-segments">
      <legend>Colours</legend>
      {themes.map(({ value, word }) => (
        <label key={value}>
          <input
            type="radio"
            name="theme"
            value={value}
            checked={chosen === value}
            onChange={() => choose(value)}
          />
          <span>{word}</span>
        </label>
      ))}
    </fieldset>
  );
}
