import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A zone that no machine of ours is in, so that code which forgets the zone fails loudly.
    env: { TZ: 'Asia/Kathmandu' },
    pool: 'forks',
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/test/cluster.ts'],
          // Far beyond what anything needs: a busy machine must not fail a test.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['packages/*/src/**/*.test.ts', 'apps/web/src/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
    ],
  },
});
