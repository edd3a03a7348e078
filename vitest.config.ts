import { defineConfig } from 'vitest/config';

// Far beyond what anything needs: a busy machine must not fail a test.
const patience = { testTimeout: 60_000, hookTimeout: 120_000 };
const faults = 'apps/server/test/faults/*.test.ts';

export default defineConfig({
  test: {
    // A zone that no machine of ours is in, so that code which forgets the zone fails loudly.
    env: { TZ: 'Asia/Kathmandu' },
    pool: 'forks',
    allowOnly: false,
    // Twice as many as the smallest machine has cores: the tests that take longest wait for other processes.
    maxWorkers: 4,
    projects: [
      // They run in the order of their names, so those that take longest begin.
      { extends: true, test: { name: 'faults', include: [faults], ...patience } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: [faults],
          globalSetup: ['apps/server/test/cluster.ts'],
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['packages/*/src/**/*.test.ts', 'apps/web/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          ...patience,
        },
      },
    ],
  },
});
