import { expect, test } from "vitest";
import { personAddress } from "../../contract/addresses/personAddress.ts";
import { hrefTo } from "../../src/routes/paths.ts";

test("a person's address has the name and the end of the id", () => {
  expect(hrefTo.person("atlas", { id: "0123456789abcdef", name: "Ada Byron" })).toBe(
    "/projects/atlas/people/ada-byron-89abcdef",
  );
});

test("an account and a key of an identity are named by the end of their id alone", () => {
  expect(personAddress({ id: "account:01a2023c-9d22-7000-8000-0123456789ab", name: "Pat Doe" })).toBe(
    "pat-doe-456789ab",
  );
  expect(personAddress({ id: "author:17", name: "Pat" })).toBe("pat-17");
});

test("letters of every script stay, and nothing else does", () => {
  expect(personAddress({ id: "1", name: "Kemal Aydın (kemal@x)" })).toBe("kemal-aydın-kemal-x-1");
  expect(personAddress({ id: "1", name: "李 雷" })).toBe("李-雷-1");
  expect(personAddress({ id: "1", name: "</../?#>" })).toBe("1");
  expect(hrefTo.person("atlas", { id: "1", name: "Åsa/../x" })).toBe(
    `/projects/atlas/people/${encodeURIComponent("åsa-x-1")}`,
  );
});

test("the search result of a person leads to their page", () => {
  const found = {
    kind: "person",
    id: "p-1",
    title: "Ada",
    path: null,
    url: null,
    source: null,
    line: null,
    hash: null,
    address: null,
  } as const;
  expect(hrefTo.searchResult("atlas", found)).toBe(hrefTo.person("atlas", { id: "p-1", name: "Ada" }));
});
