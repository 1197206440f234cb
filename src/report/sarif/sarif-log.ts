/** A log of SARIF 2.1.0: the properties that are written here, under the names of the standard. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: "2.1.0";
  readonly runs: readonly [SarifRun];
}

export interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly name: string;
      readonly semanticVersion: string;
      readonly rules: readonly SarifRule[];
    };
  };
  readonly automationDetails: { readonly id: string };
  readonly columnKind: "utf16CodeUnits";
  readonly originalUriBaseIds: Readonly<Record<string, { readonly description: SarifMessage }>>;
  readonly invocations: readonly [SarifInvocation];
  readonly results: readonly SarifResult[];
}

export interface SarifInvocation {
  readonly executionSuccessful: true;
  readonly toolExecutionNotifications: readonly SarifNotification[];
}

/** Something about the run as a whole. */
export interface SarifNotification {
  readonly level: SarifLevel;
  readonly message: SarifMessage;
}

/** What a kind of result means; GitHub wants all of these. */
export interface SarifRule {
  readonly id: string;
  readonly shortDescription: SarifMessage;
  readonly fullDescription: SarifMessage;
  readonly help: SarifMessage;
  readonly defaultConfiguration: { readonly level: SarifLevel };
}

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: SarifLevel;
  readonly message: SarifMessage;
  readonly locations: readonly [SarifLocation];
  readonly relatedLocations?: readonly SarifLocation[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly baselineState?: "new" | "unchanged";
  /** Empty: it counts. Where one result of a run has the property, all must have it. */
  readonly suppressions: readonly SarifSuppression[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

export interface SarifSuppression {
  readonly kind: "external";
  readonly status: "accepted";
  readonly justification: string;
}

export interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
    readonly region: SarifRegion;
  };
  readonly message?: SarifMessage;
}

/** Lines and columns from 1, columns in UTF-16 units, the end exclusive. */
export interface SarifRegion {
  readonly startLine: number;
  readonly startColumn?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

export interface SarifMessage {
  readonly text: string;
}

export type SarifLevel = "error" | "warning" | "note";
