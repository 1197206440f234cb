import { defineConfig } from "vitest/config";

/** What files import is read once by each worker, and not anew for each file, which takes half of the time. */
const isolate = false;

/** Those that compute come first, as many at once as the smallest machine has cores. */
const computing = { isolate, maxWorkers: 2, sequence: { groupOrder: 0 } };

/** Those that speak HTTP, ask a database or start processes mostly wait: so many at once keep the same cores busy. */
const waiting = { isolate, maxWorkers: 5, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "core",
          ...computing,
          include: ["test/*.test.ts", "test/{policy,analysis,review,report}/**/*.test.ts"],
          // Properties are many cases; a machine that does other things as well must not make one of them fail.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "shell",
          ...waiting,
          include: ["test/{github,cli,stand-in}/**/*.test.ts"],
          setupFiles: ["test/no-network.ts"],
          // Some wait for GitHub's own spacing of writes.
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "storage",
          ...waiting,
          include: ["test/storage/**/*.test.ts"],
          // One PostgreSQL server for all, when one is installed.
          globalSetup: ["test/storage/postgres-setup.ts"],
          setupFiles: ["test/no-network.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
    coverage: {
      provider: "v8",
      include: ["src/**"],
      thresholds: {
        lines: 90,
        "src/{policy,analysis,review}/**": { lines: 100, branches: 100 },
      },
    },
  },
});
