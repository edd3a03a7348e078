import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { Failure, step } from './prepare.mjs';

/** The headless shell first: the same engine without the windows around it, which tests never see and wait for. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser the journeys run in: one that is there, or Debian's where we may install it. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    await step('Reading the package lists', 'apt-get', ['update', '-qq'], quiet);
    await step(
      'Installing Chromium and ffmpeg (once)',
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell', 'ffmpeg'],
      quiet,
    );
  }
  const installed = findChromium();
  if (!installed) {
    throw new Failure(
      'The browser tests need Chromium or Chrome, and none was found. Install one (on Debian: `sudo apt-get install chromium`), or set CHROMIUM_PATH to its program.',
    );
  }
  return installed;
}

function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked && existsSync(asked)) return asked;
  return names.map(onPath).find(Boolean) ?? elsewhere.find((path) => existsSync(path));
}

/** @param {string} name */
function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
