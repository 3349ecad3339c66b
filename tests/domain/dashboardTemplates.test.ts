import { expect, test } from "vitest";
import { NewDashboardBody } from "../../contract/insights/dashboards.ts";
import { compactItems } from "../../src/domain/gridItems.ts";
import { newId } from "../../server/db/newId.ts";
import { DASHBOARD_TEMPLATES, templateLayout } from "../../src/domain/dashboardTemplates.ts";
import { doraLayout } from "../../src/domain/doraMetrics.ts";

test.each(DASHBOARD_TEMPLATES)(
  "the template %s is a layout that the contract takes and that stays as it is",
  (template) => {
    const layout =
      template === "dora" ? doraLayout(() => newId(), "tern", "Note") : templateLayout(template, (card) => card);
    expect(NewDashboardBody.safeParse({ name: "New", sharing: "private", layout }).error).toBeUndefined();
    expect(compactItems(layout.cards)).toEqual(layout.cards);
  },
);
