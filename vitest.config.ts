import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Each file keeps a core busy: more of them at once only make each other miss what waits for an answer in time.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "core",
          include: ["test/*.test.ts", "test/{policy,analysis,review,report}/**/*.test.ts"],
          // Properties are many cases; a machine that does other things as well must not make one of them fail.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "shell",
          include: ["test/{github,cli,stand-in}/**/*.test.ts"],
          setupFiles: ["test/no-network.ts"],
          // These speak real HTTP, start processes and wait for GitHub's own spacing of writes.
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "storage",
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
