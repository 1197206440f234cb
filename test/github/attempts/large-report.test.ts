import { policy } from "../desk.ts";
import { attempts } from "./attempt.ts";

// Apart from the others: to compare so many rules takes seconds, in which this process answers nobody.
const attempt = attempts();

attempt(
  47,
  "a report too large for GitHub, so that the green before it would stay",
  async ({ desk, expect, running, propose }) => {
    const pull = await propose();
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
    const many = Array.from(
      { length: 150 },
      (_, index) => `  - match: "stripe.${"x".repeat(150)}${index}"\n    action: block\n`,
    );
    running.github.faults.next({
      method: "PATCH",
      path: /^\/repos\/attempt-47\/desk\/check-runs\//,
      answer: 422,
    });
    await desk.push("loosen", { "kortix.yaml": policy({ first: many.join("") }) });
    await desk.answer(pull, "action_required", "attempt-47/finance");
    expect(desk.colours(pull)).toEqual(["in_progress", "action_required"]);
    expect(Buffer.byteLength(desk.comment(pull))).toBeLessThan(65_536);
  },
);
