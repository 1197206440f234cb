import { redirectedActions } from "../../policy/channel-redirect.ts";
import type { CharacterSet } from "../../policy/pattern/character-set.ts";
import { parsePattern } from "../../policy/pattern/parse-pattern.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Rule } from "../../policy/rule.ts";
import { acceptsAll, type Dfa } from "../automaton/dfa.ts";
import type { Instance } from "../automaton/instance.ts";
import { InstanceRelations } from "../automaton/instance-relations.ts";
import { patternLanguage } from "../automaton/pattern-language.ts";
import { ActionLanguages } from "./action-languages.ts";
import { ArgumentSearch } from "./argument-search.ts";
import { ArgumentTheory } from "./argument-theory.ts";
import { type Atom, AtomTable } from "./atom.ts";
import { actionNames, pathsOfOthers } from "./call-path.ts";
import { ConjunctionTable } from "./conjunction.ts";
import { decisionList } from "./decision-list.ts";
import type { Entry } from "./entry.ts";
import { connectorsOf } from "./presence.ts";
import { RuleMeanings, ruleLiterals } from "./rule-meaning.ts";
import type { SpaceLimits } from "./space-limits.ts";

/** One connector's part of a decision space. */
export interface ConnectorSpace {
  /** Null: any connector that no policy declares; what is called an action is then the whole path. */
  readonly connector: string | null;
  /** The actions that calls can have. */
  readonly possible: Instance;
  /** For each policy, the entries of which the first that applies decides a call; the last one always applies. */
  readonly lists: readonly (readonly Entry[])[];
}

/** All possible calls, and how some policies decide them. */
export class DecisionSpace {
  readonly connectors: readonly (string | null)[];
  readonly atoms: readonly Atom[];
  readonly conjunctions = new ConjunctionTable();
  readonly relations = new InstanceRelations();
  readonly languages: ActionLanguages;
  readonly theory: ArgumentTheory;
  readonly search: ArgumentSearch;
  readonly meanings: RuleMeanings;
  readonly limits: SpaceLimits;
  readonly #policies: readonly Policy[];
  readonly #possible: Instance;
  /** Of connectors that some policy redirects calls of: the actions that are left. */
  readonly #possibleLeft: ReadonlyMap<string, Instance>;
  readonly #possiblePaths: Instance;
  readonly #readable: readonly Instance[];
  readonly #readablePaths: readonly Instance[];

  /** `characters`: those that actions are made of; absent, any. */
  constructor(policies: readonly Policy[], limits: SpaceLimits, characters?: CharacterSet) {
    this.#policies = policies;
    this.limits = limits;
    this.connectors = connectorsOf(policies);
    const rules = policies.flatMap(rulesOf);
    const names = actionNames(characters);
    const slugs = this.connectors.filter((slug) => slug !== null);
    const paths = slugs.length < this.connectors.length ? pathsOfOthers(slugs, characters) : names;
    const left = slugs.flatMap((slug) => {
      const redirected = policies.flatMap((policy) => redirectedActions(policy, slug));
      return redirected.length === 0 ? [] : [[slug, actionNames(characters, redirected)] as const];
    });
    const readable = readableActions.map((text) => regular(text, limits));
    const readablePaths = readablePathsOfOthers.map((text) => regular(text, limits));
    const others = [
      ...[names, paths, ...readable, ...readablePaths],
      ...left.map(([, dfa]) => dfa),
    ];
    this.languages = new ActionLanguages(rules, others, limits);
    this.#possible = this.languages.instance(names);
    this.#possibleLeft = new Map(
      left.map(([slug, dfa]) => [slug, this.languages.instance(dfa)] as const),
    );
    this.#possiblePaths = this.languages.instance(paths);
    this.#readable = readable.map((dfa) => this.languages.instance(dfa));
    this.#readablePaths = readablePaths.map((dfa) => this.languages.instance(dfa));
    const table = new AtomTable();
    const literals = new Map(
      rules.map((rule) => [rule, ruleLiterals(rule, table, this.languages)] as const),
    );
    this.atoms = table.atoms;
    this.theory = new ArgumentTheory(this.atoms, limits);
    this.search = new ArgumentSearch(this.theory, this.conjunctions, limits);
    this.meanings = new RuleMeanings(literals, this.conjunctions, this.search);
  }

  /** Whether no automaton stands for the pattern of an atom. */
  isOpaque(atom: number): boolean {
    return this.theory.languageOf(atom)?.kind !== "regular";
  }

  /** Actions that read well in an example, the best first; not all of them are possible. */
  readable(connector: string | null): readonly Instance[] {
    return connector === null ? this.#readablePaths : this.#readable;
  }

  /** The space of one of `connectors`, without calls that a policy takes for another connector's. */
  connector(connector: string | null): ConnectorSpace {
    return {
      connector,
      possible:
        connector === null
          ? this.#possiblePaths
          : (this.#possibleLeft.get(connector) ?? this.#possible),
      lists: this.#policies.map((policy) =>
        decisionList(policy, connector, { meanings: this.meanings, languages: this.languages }),
      ),
    };
  }
}

/** What names of actions look like, and then anything that can be printed. */
const readableActions = ["/^[a-z][a-z0-9]*([._-][a-z0-9]+)*$/", "/^[!-~]+$/"];
const readablePathsOfOthers = ["/^[a-z0-9_-]+\\.[a-z][a-z0-9]*([._-][a-z0-9]+)*$/", "/^[!-~]+$/"];

function regular(text: string, limits: SpaceLimits): Dfa {
  const language = patternLanguage(parsePattern(text), limits.automaton);
  return language.kind === "regular" ? language.dfa : acceptsAll;
}

function rulesOf(policy: Policy): readonly Rule[] {
  return [
    ...policy.rules,
    ...[...(policy.connectors?.values() ?? [])].flatMap((connector) => connector.rules),
  ];
}
