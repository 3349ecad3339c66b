import { describe, expect, test } from "vitest";
import { z } from "zod";
import * as analysis from "../../contract/analysis.ts";
import { AuditKept, AuditPage } from "../../contract/audit.ts";
import * as backtest from "../../contract/backtest.ts";
import * as documents from "../../contract/documents.ts";
import * as experts from "../../contract/experts.ts";
import * as health from "../../contract/health.ts";
import * as insights from "../../contract/insights.ts";
import * as issues from "../../contract/issues.ts";
import { Localization } from "../../contract/localization.ts";
import { CompanyQuotas } from "../../contract/quotas.ts";
import * as persons from "../../contract/persons.ts";
import * as search from "../../contract/search.ts";
import { ProjectContents } from "../../contract/projects.ts";
import { Session } from "../../contract/sessions.ts";
import * as users from "../../contract/users.ts";
import type { Guard } from "../../src/services/responseGuard.ts";
import * as backtestsShapes from "../../src/services/guards/backtests.ts";
import * as documentsShapes from "../../src/services/guards/documents.ts";
import * as expertsShapes from "../../src/services/guards/experts.ts";
import * as healthShapes from "../../src/services/guards/health.ts";
import * as insightsShapes from "../../src/services/guards/insights.ts";
import * as issuesShapes from "../../src/services/guards/issues.ts";
import * as mcpShapes from "../../src/services/guards/mcp.ts";
import * as personsShapes from "../../src/services/guards/persons.ts";
import * as projectsShapes from "../../src/services/guards/projects.ts";
import * as quotasShapes from "../../src/services/guards/quotas.ts";
import * as securityShapes from "../../src/services/guards/security.ts";
import * as searchShapes from "../../src/services/guards/search.ts";
import { createServices } from "../../src/services/services.ts";

/** A response of the contract: with all optional fields, or with none. */
function sample(schema: z.core.$ZodType, isFull: boolean): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, part]) => isFull || (part as z.core.$ZodTypes)._zod.def.type !== "optional")
          .map(([name, part]) => [name, sample(part, isFull)]),
      );
    case "array":
      return isFull ? [sample(def.element, isFull), sample(def.element, false)] : [];
    case "nullable":
      return isFull ? sample(def.innerType, isFull) : null;
    case "optional":
    case "default":
      return sample(def.innerType, isFull);
    case "enum":
      return Object.values(def.entries)[0];
    case "string":
      return stringOf(schema);
    case "number":
      return 1;
    case "boolean":
      return isFull;
    case "record":
      return {};
    default:
      throw new Error(`No sample for ${def.type}.`);
  }
}
/** The first of these values that the schema accepts. */
const stringOf = (schema: z.core.$ZodType): string => {
  const found = ["", "2026-11-21T10:00:00Z", "2026-11-21", "a"].find((value) => z.safeParse(schema, value).success);
  if (found === undefined) throw new Error("No sample for this text.");
  return found;
};

const SHAPES = {
  ...backtestsShapes,
  ...documentsShapes,
  ...expertsShapes,
  ...healthShapes,
  ...insightsShapes,
  ...mcpShapes,
  ...securityShapes,
  ...issuesShapes,
  ...personsShapes,
  ...projectsShapes,
  ...quotasShapes,
  ...searchShapes,
};
const TABLE: Record<keyof typeof SHAPES, z.ZodType> = {
  issuePage: issues.IssuePage,
  issue: issues.Issue,
  localization: Localization,
  analysis: analysis.Analysis,
  similarIssues: z.array(analysis.SimilarIssue),
  commitsSince: analysis.CommitsSince,
  relatedDocuments: z.array(documents.RelatedDocument),
  found: search.SearchAnswer,
  foundEverywhere: search.SearchAllAnswer,
  experts: z.array(experts.Expert),
  expertContext: experts.ExpertContext,
  knowledgeMap: experts.KnowledgeMap,
  expertPreference: experts.ExpertPreference,
  documents: z.array(documents.DocumentEntry),
  foundDocuments: z.array(documents.FoundDocument),
  documentContent: documents.DocumentContent,
  documentRelated: documents.DocumentRelated,
  documentDrift: documents.DocumentDrift,
  backtest: backtest.Backtest,
  backtests: backtest.Backtests,
  companyHealth: health.CompanyHealth,
  companyQuotas: CompanyQuotas,
  insights: insights.Insights,
  insightOptions: insights.InsightOptions,
  insightRows: insights.InsightRowPage,
  insightViews: insights.InsightViews,
  persons: z.array(persons.ProjectPerson),
  personMerge: persons.PersonMerge,
  projectContents: ProjectContents,
  mcpTokenTest: users.McpTokenTest,
  mcpUsage: users.McpUsage,
  sessions: z.array(Session),
  auditPage: AuditPage,
  auditRetention: AuditKept,
};

describe.for(Object.keys(TABLE) as (keyof typeof SHAPES)[])("%s", (name) => {
  const schema = TABLE[name];
  const shape: Guard = SHAPES[name];

  test.for([true, false])("takes what the contract takes (full: %s)", (isFull) => {
    const answer = sample(schema, isFull);
    expect(schema.safeParse(answer).error).toBeUndefined();
    expect(shape(answer)).toBe(true);
  });

  test.for([{}, [{}], [null], null, "ok", 7, { results: [] }])("refuses %j", (answer) => {
    expect(shape(answer)).toBe(false);
  });

  test("refuses an answer of which a part that is drawn is missing or of another kind", () => {
    const full = sample(schema, true);
    const [answer] = Array.isArray(full) ? (full as Record<string, unknown>[]) : [full as Record<string, unknown>];
    const lists = Object.keys(answer ?? {}).filter((key) => Array.isArray(answer?.[key]));
    for (const key of lists)
      for (const value of [undefined, "x", {}, [[]]]) {
        const broken = { ...answer, [key]: value };
        expect([key, shape(Array.isArray(full) ? [broken] : broken)]).toEqual([key, false]);
      }
    expect(shape(Array.isArray(full) ? [{}] : {})).toBe(false);
  });
});

test("a call whose answer is not whole fails like one whose answer is no JSON", async () => {
  const services = createServices(() => Promise.resolve({ success: true, data: {} as never, error: null }));
  const answer = await services.issues.list("atlas", {});
  expect(answer).toEqual({
    success: false,
    data: null,
    error: { kind: "bad_response", text: "Something went wrong.", status: 200, fields: {}, requestId: null },
  });
});
