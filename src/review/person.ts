/** An account on GitHub. The id stays when the login changes, so people are compared by id alone. */
export interface Person {
  readonly id: number;
  readonly login: string;
  readonly kind: "user" | "bot";
}
