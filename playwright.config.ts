import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// Two runs on one machine must not meet; the workers read this file again and find what the first reading chose.
process.env['GALLERY_PORT'] ??= String(20_000 + (process.pid % 10_000));
const galleryPort = process.env['GALLERY_PORT'];
const gallery = `http://127.0.0.1:${galleryPort}`;
/** What only a phone has, or is for a phone alone. */
const onlyPhone = specs('my-day(-(alerts|news|refused|slips))?', 'touch');
/** What the phone repeats on a small screen, in the long run alone. */
const repeated = specs(
  'accessibility',
  '(account|enquiry|office|register)-states',
  'customers',
  'jobs',
  'journey-(account|enquiry)',
  'pages',
  'pricing',
  'settings',
  'start',
  'team',
  'technicians',
);
/** What waits until a limit of time is over, or needs an office of its own for each amount, in the long run alone. */
const slow = ['field-hanging', 'office-amounts'];
/** Screens whose rules the API tests prove, and whose ways other journeys walk too, in the long run alone. */
const provenBelow = [
  'before-script',
  'board-(attention|bar|drag|drawer|touch|undo)',
  'calendar-feed',
  'connections',
  'customers-together',
  'field-(line|session)',
  'invitation',
  'late-told',
  'live',
  'office(-(quick|together))?',
  'palette',
  'plan-together',
  'presence',
  'print',
  'roads',
  'security',
  'technicians-together',
  'visit-files',
];
const isLong = process.env['MUSTER_LONG'] !== undefined;
const gallerySpecs = specs('gallery', 'notifications');
const installed = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));

const root = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/prepared.ts',
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  ...(isLong ? {} : { grepInvert: /@long/ }),
  fullyParallel: true,
  // Far beyond what anything needs: a busy machine must not fail a test.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // More than the smallest machine has cores: a journey waits now and then, for what is drawn or said. Each has a product of its own.
  workers: 3,
  // A journey that needs a second run passes, but is named at the end with what it stumbled over first.
  retries: 1,
  reporter: [['line'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? installed ?? 'chromium',
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        // Draws maps without a graphics card.
        '--enable-unsafe-swiftshader',
        // Chromium's own sandbox refuses to work as root.
        ...(root ? ['--no-sandbox'] : []),
      ],
    },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    // What is measured is where things come to rest, not how they get there.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: [gallerySpecs, onlyPhone, ...(isLong ? [] : [specs(...slow, ...provenBelow)])],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testMatch: [onlyPhone, ...(isLong ? [repeated] : [])],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'gallery',
      testMatch: gallerySpecs,
      use: { viewport: { width: 1440, height: 900 }, baseURL: gallery },
    },
  ],
  webServer: {
    command: `npm run gallery -w @muster/web -- --port ${galleryPort}`,
    url: `${gallery}/gallery.html`,
    reuseExistingServer: false,
  },
});

function specs(...names: string[]): RegExp {
  return new RegExp(`/(${names.join('|')})\\.spec\\.ts$`);
}
