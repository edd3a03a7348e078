import {
  Badge,
  Button,
  colorsTuple,
  createTheme,
  Input,
  localStorageColorSchemeManager,
  Modal,
  Text,
  Tooltip,
} from '@mantine/core';
import type { CSSVariablesResolver, MantineColorSchemeManager } from '@mantine/core';
import { applyTheme, themeKey } from '../../lib/page/theme.ts';

/** Colours of the kit, and the token of packages/ui behind each: the colour itself, and with `-soft` its pale ground. */
const tokens = {
  primary: '--primary',
  danger: '--danger',
  attention: '--attention',
  ok: '--ok',
  info: '--info',
  violet: '--state-en-route',
  amber: '--state-on-site',
  grey: '--state-cancelled',
};

/** Those that buttons are filled with; each has a token for when it is pointed at. */
const filled = new Set(['primary', 'danger']);

/**
 * Our tokens know light from dark themselves. The kit paints the light with its greys and the dark with its darks, so both
 * scales hold the same tokens, each at the place where the kit looks for it.
 */
const greys = [
  '--surface-hover',
  '--surface-hover',
  '--line',
  '--line',
  '--line-strong',
  '--text-muted',
  '--text-muted',
  '--text-muted',
  '--text',
  '--text',
];
const darks = [
  '--text',
  '--text',
  '--text-muted',
  '--text-muted',
  '--line',
  '--surface-hover',
  '--surface-floating',
  '--surface',
  '--surface',
  '--surface-sunken',
];

export const theme = createTheme({
  colors: {
    ...Object.fromEntries(
      Object.entries(tokens).map(([name, token]) => [name, colorsTuple(`var(${token})`)]),
    ),
    gray: colorsTuple(greys.map((token) => `var(${token})`)),
    dark: colorsTuple(darks.map((token) => `var(${token})`)),
  },
  primaryColor: 'primary',
  /** What is written on a filled colour: dark in the dark, where the colours are bright. */
  white: 'var(--surface-floating)',
  black: 'var(--text)',
  fontFamily: 'var(--font)',
  fontSizes: {
    xs: 'var(--text-12)',
    sm: 'var(--text-14)',
    md: 'var(--text-16)',
    lg: 'var(--text-20)',
    xl: 'var(--text-28)',
  },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.5', lg: '1.25', xl: '1.25' },
  fontWeights: { medium: '600' },
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-6)',
    xl: 'var(--space-8)',
  },
  /** 640, 900, 1100 and 1240 px: a phone, a tablet, two columns, a table. */
  breakpoints: { xs: '40em', sm: '56.25em', md: '68.75em', lg: '77.5em', xl: '90em' },
  radius: { xs: '4px', sm: '6px', md: 'var(--radius)' },
  defaultRadius: 'md',
  shadows: { sm: 'none', md: 'var(--shadow)', xl: 'var(--shadow)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ defaultProps: { variant: 'light', tt: 'none', fz: 'xs', fw: 600, lts: 0, px: 6 } }),
    Button: Button.extend({ defaultProps: { variant: 'default' } }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    }),
    Modal: Modal.extend({
      defaultProps: {
        // Hung from the top, so that its buttons stay where they are when something appears below them.
        centered: false,
        yOffset: '10dvh',
        withCloseButton: false,
        // A decision is made by a button, not by a click beside it.
        closeOnClickOutside: false,
        transitionProps: { duration: 120 },
        padding: 'lg',
      },
    }),
    // A <header> inside a dialog is not the banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Text: Text.extend({ defaultProps: { size: 'sm' } }),
    Tooltip: Tooltip.extend({
      defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } },
    }),
  },
});

/** What the kit would calculate from a scale of ten shades, and our tokens say outright. */
export const cssVariables: CSSVariablesResolver = () => {
  const same = {
    ...Object.fromEntries(Object.entries(tokens).flatMap(([name, token]) => colorVariables(name, token))),
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-body': 'var(--surface-raised)',
    '--mantine-color-dimmed': 'var(--text-muted)',
    '--mantine-color-placeholder': 'var(--text-muted)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-success': 'var(--ok)',
    '--mantine-color-anchor': 'var(--primary)',
    '--mantine-color-default': 'var(--surface-raised)',
    '--mantine-color-default-hover': 'var(--surface-hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--surface-sunken)',
    '--mantine-color-disabled-color': 'var(--text-muted)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-contrast': 'var(--primary-text)',
  };
  return { variables: {}, light: same, dark: same };
};

function colorVariables(name: string, token: string): [string, string][] {
  const kit = `--mantine-color-${name}`;
  const hover = filled.has(name) ? `var(${token}-hover)` : `var(${token})`;
  return [
    [`${kit}-text`, `var(${token})`],
    [`${kit}-filled`, `var(${token})`],
    [`${kit}-filled-hover`, hover],
    [`${kit}-light`, `var(${token}-soft)`],
    [`${kit}-light-hover`, `var(${token}-soft)`],
    [`${kit}-light-color`, `var(${token})`],
    [`${kit}-outline`, `var(${token})`],
    [`${kit}-outline-hover`, `var(${token}-soft)`],
  ];
}

const stored = localStorageColorSchemeManager({ key: themeKey });

/** The kit keeps the choice; our tokens follow it through an attribute of their own. */
export const colorSchemes: MantineColorSchemeManager = {
  ...stored,
  set(value) {
    stored.set(value);
    applyTheme(value);
  },
};
