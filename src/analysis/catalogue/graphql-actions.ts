import {
  buildASTSchema,
  buildClientSchema,
  type GraphQLSchema,
  type IntrospectionQuery,
  parse,
} from "graphql";
import type { Risk } from "../../policy/call.ts";
import { cleanedName } from "./action-path.ts";
import type { DescribedAction } from "./built-catalogue.ts";

/** A schema text that asks for more than this of the parser is not read. */
const mostTokens = 500_000;

/** The actions of a GraphQL schema in its definition language; undefined for a text that is none. */
export function schemaTextActions(text: string): readonly DescribedAction[] | undefined {
  return attempted(() => {
    const document = parse(text, { noLocation: true, maxTokens: mostTokens });
    return buildASTSchema(document, { assumeValid: true, assumeValidSDL: true });
  });
}

/** The actions of the GraphQL schema that an introspection tells, alone or in its envelope; undefined for what is none. */
export function introspectedActions(document: object): readonly DescribedAction[] | undefined {
  const data: unknown = Reflect.get(document, "data");
  const answer = typeof data === "object" && data !== null ? data : document;
  return attempted(() => buildClientSchema(answer as IntrospectionQuery, { assumeValid: true }));
}

/** What is no schema fails in as many ways as there are. */
function attempted(schema: () => GraphQLSchema): readonly DescribedAction[] | undefined {
  try {
    return schemaActions(schema());
  } catch {
    return undefined;
  }
}

/** Kortix semantics: a query reads, a mutation writes, whatever they are called; there are no subscriptions. */
function schemaActions(schema: GraphQLSchema): readonly DescribedAction[] {
  const fields = (type: ReturnType<GraphQLSchema["getQueryType"]>): readonly string[] =>
    Object.keys(type?.getFields() ?? {});
  const named = (kind: string, names: readonly string[], risk: Risk): readonly DescribedAction[] =>
    names.map((name) => ({ path: `${kind}.${cleanedName(name)}`, risk }));
  return [
    ...named("query", fields(schema.getQueryType()), "read"),
    ...named("mutation", fields(schema.getMutationType()), "write"),
  ];
}
