import { statusOf } from "../client.ts";

/** An answer, or undefined when GitHub says that there is no such thing. Every other failure is thrown. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
