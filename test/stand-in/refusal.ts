/** An answer that GitHub gives instead of doing what was asked: status, sentence, and for a 422 the fields at fault. */
export class Refusal extends Error {
  readonly status: number;
  readonly details: readonly unknown[] | undefined;

  constructor(status: number, message: string, details?: readonly unknown[]) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** What GitHub says of everything that is absent or that the caller may not see. */
export function notFound(): Refusal {
  return new Refusal(404, "Not Found");
}

/** What GitHub says when the app lacks the permission. */
export function notAccessible(): Refusal {
  return new Refusal(403, "Resource not accessible by integration");
}

/** A 422 on one field. */
export function invalid(resource: string, field: string, message: string): Refusal {
  return new Refusal(422, "Validation Failed", [{ resource, field, code: "custom", message }]);
}
