// What takes webhooks in a measurement, `bench-app.ts empty|accept|serve`: Probot with a handler that does nothing; the app
// that stores each event and works on none; the app as it is, without GitHub's spacing of requests. Prints its port.
import { run } from "probot";
import { serve } from "../../src/app.ts";

const starts: Readonly<Record<string, () => Promise<{ readonly port: number }>>> = {
  empty: () => run((app) => app.onAny(() => undefined), { env: { ...process.env } }),
  accept: () => serve(process.env, { lanes: 0 }),
  serve: () => serve(process.env, { spaced: false }),
};

const app = await starts[process.argv[2] ?? ""]?.();
console.log(app?.port);
