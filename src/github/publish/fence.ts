/** Thrown instead of sending a write whose evaluation is no longer the current one. */
export class Superseded extends Error {
  constructor(because: string) {
    super(because);
    // The client passes on an error of this name as it is; any other would be retried as a failed request.
    this.name = "AbortError";
  }
}

/** Throws `Superseded` unless `isCurrent` answers true. */
export async function demandCurrent(isCurrent: () => Promise<boolean>): Promise<void> {
  if (!(await isCurrent())) throw new Superseded("a newer event or another instance took over");
}

/** Request options of one write. */
export interface Fenced {
  readonly request: { readonly fetch: typeof fetch };
}

/**
 * Options for a write that creates something. The client sends a request without an answer again; a creation that took
 * effect would then be there twice, so it is sent once and looked for afterwards.
 */
export function sentOnce({
  request,
}: Fenced): Fenced & { readonly request: { readonly retries: 0 } } {
  return { request: { ...request, retries: 0 } };
}

/**
 * Options for writes that may be sent only while `isCurrent` answers true. The question is asked when the request
 * leaves, not when it is queued: the client's throttle can hold a write for seconds, and a newer event may arrive in
 * between. Throws `Superseded` instead of sending; `onSent` is called when it sends.
 */
export function fenced(isCurrent: () => Promise<boolean>, onSent = () => {}): Fenced {
  return {
    request: {
      fetch: async (input, init) => {
        await demandCurrent(isCurrent);
        onSent();
        return await fetch(input, init);
      },
    },
  };
}
