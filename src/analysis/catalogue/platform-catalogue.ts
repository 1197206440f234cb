import { platformActions } from "../../policy/platform-actions.ts";
import type { Catalogue } from "./catalogue.ts";

/** The actions of the connectors that the platform itself provides, as a catalogue. */
export const platformCatalogue: Catalogue = platformActions;
