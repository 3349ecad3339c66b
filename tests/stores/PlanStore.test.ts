import { expect, test } from "vitest";
import type { PlanName } from "../../contract/access/companies.ts";
import { companyPlan } from "../fixtures/people.ts";
import { createTestStore } from "../createTestStore.ts";

const planOf = (name: string) => {
  const { plan } = createTestStore();
  plan.set(companyPlan({ plan: { name: name as PlanName } }));
  return plan;
};

test.each(["Team", "", "constructor"])("a plan that the app does not know (%j) restricts nothing", (name) => {
  const plan = planOf(name);
  expect([plan.name, plan.hasInsights, plan.has("mcp"), plan.isStandard]).toEqual([null, true, true, false]);
});

test("a known plan has its features", () => {
  expect([planOf("Standard").hasInsights, planOf("Enterprise").hasInsights]).toEqual([false, true]);
  expect(planOf("Standard").isStandard).toBe(true);
});
