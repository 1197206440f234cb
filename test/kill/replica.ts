// The app as it is served, but without GitHub's spacing of requests: the environment says everything.
import { serve } from "../../src/app.ts";

const app = await serve(process.env, { spaced: false });
console.log(app.port);
