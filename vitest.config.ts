import { defineConfig } from 'vitest/config';

// Far beyond what anything needs: a busy machine must not fail a test.
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };
/** Databases that go away or are changed, and what a process remembers of its first hour: each file in its own. */
const apart = [
  'apps/server/test/faults/{away,backup,folder}.test.ts',
  'apps/server/src/platform/db/*.test.ts',
];
/** Node runs the code as it is, and the files of a worker share what one of them has loaded. */
const quick = { isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } };
/** With a database and other processes. */
const cluster = { globalSetup: ['apps/server/test/cluster.ts'] };

export default defineConfig({
  test: {
    // A zone that no machine of ours is in, so that code which forgets the zone fails loudly.
    env: { TZ: 'Asia/Kathmandu' },
    pool: 'forks',
    allowOnly: false,
    setupFiles: ['scripts/property-tests.ts'],
    // More than the smallest machine has cores: some tests wait for other processes.
    maxWorkers: 4,
    ...patience,
    projects: [
      { extends: true, test: { name: 'apart', include: apart, ...cluster, ...quick, isolate: true } },
      {
        extends: true,
        test: { name: 'server', include: ['apps/server/**/*.test.ts'], exclude: apart, ...cluster, ...quick },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['packages/*/src/**/*.test.ts', 'apps/web/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          ...quick,
        },
      },
    ],
  },
});
