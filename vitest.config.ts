import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A zone that no machine of ours is in, so that code which forgets the zone fails loudly.
    env: { TZ: 'Asia/Kathmandu' },
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/test/cluster.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
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
