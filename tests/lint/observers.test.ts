/** A component that reads the store while it renders is an observer: else a later value, such as another plan, does not redraw it. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const COMPONENT = /^(?:export )?(?:const \w+ = )?(observer\()?function ([A-Z]\w*)[^]*?^\}/gm;
/** A value of a part of the store, or the plan, of which nothing but values is read. Of other parts a handler calls the methods. */
const READS_VALUE =
  /useStore\(\)\.\w+\.\w+|\{[^}]*\} = useStore\(\)\.(?!preferences)\w+|\{[^}]*\bplan\b[^}]*\} = useStore\(\)/;

const unobserved = (code: string): string[] =>
  [...code.matchAll(COMPONENT)]
    .filter(([body, observer]) => observer === undefined && READS_VALUE.test(body))
    .map(([, , name = ""]) => name);

test("a component that reads a value of the store is an observer", () => {
  const found = globSync("src/**/*.tsx").flatMap((file) =>
    unobserved(readFileSync(file, "utf8")).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["export function Plan() {\n  const has = useStore().plan.has(1);\n}", ["Plan"]],
  ["function Plan() {\n  const { hasInsights } = useStore().plan;\n}", ["Plan"]],
  ["const Plan = observer(function Plan() {\n  const has = useStore().plan.has(1);\n});", []],
  ["function Plan() {\n  const { notifications } = useStore();\n}", []],
  ["function Plan() {\n  const { plan, session } = useStore();\n}", ["Plan"]],
  ["function useHas() {\n  return useStore().plan.has(1);\n}", []],
])("%s", (code, names) => expect(unobserved(code)).toEqual(names));
