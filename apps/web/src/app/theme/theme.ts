import { createTheme, localStorageColorSchemeManager } from '@mantine/core';
import type { MantineColorSchemeManager } from '@mantine/core';
import { applyTheme, themeKey } from '../../lib/theme.ts';

/** Colours and sizes come from our tokens through theme/mantine.css; this only names what Mantine must know. */
export const theme = createTheme({ primaryColor: 'teal', defaultRadius: 'md', respectReducedMotion: true });

const stored = localStorageColorSchemeManager({ key: themeKey });

/** Mantine keeps the choice; our tokens follow it through an attribute of their own. */
export const colorSchemes: MantineColorSchemeManager = {
  ...stored,
  set(value) {
    stored.set(value);
    applyTheme(value);
  },
};
