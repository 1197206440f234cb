import type { Simulation } from "../analysis/simulation/simulation.ts";
import type { ProjectChange } from "./project-change.ts";

/** A project's change together with what its saved calls say about it. */
export interface ReviewedProject {
  readonly change: ProjectChange;
  /** Absent when no saved calls are configured or none were found. */
  readonly simulation: Simulation | undefined;
}
