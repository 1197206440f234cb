/** What a report must say about where it comes from. */
export interface ReportContext {
  /** Commit of the trust branch that was compared with. */
  readonly baseSha: string;
  /** Head of the pull request. */
  readonly headSha: string;
  /** The trust branch. */
  readonly branch: string;
  /** Argument paths whose values are never shown. */
  readonly redact: readonly string[];
}
