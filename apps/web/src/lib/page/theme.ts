export const themeKey = 'muster-theme';

/** `auto` follows the system; the tokens in packages/ui do that by themselves when no attribute is set. */
export function applyTheme(theme: string | null): void {
  const root = document.documentElement;
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
  else delete root.dataset['theme'];
}
