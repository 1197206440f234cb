import nock from "nock";
import { afterEach, beforeAll } from "vitest";

// Tests speak with this machine alone.
beforeAll(() => {
  nock.disableNetConnect();
  nock.enableNetConnect((host) => /^(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(host));
});
afterEach(() => nock.cleanAll());
