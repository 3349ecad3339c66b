import { describe, expect, test } from "vitest";
import {
  readAddedLinks,
  readCompanyUser,
  readInvitation,
  readInvitationLink,
  readInvoice,
  readMcpToken,
  readNewMcpToken,
  readProjectOption,
  readPublicInvitation,
} from "../../src/services/readAccount.ts";

describe("what a host omits is an empty text or null", () => {
  test("a user of the company", () => {
    expect(readCompanyUser({ email: "ada@acme.example" })).toEqual({
      id: "ada@acme.example",
      name: "ada@acme.example",
      email: "ada@acme.example",
      role: "Member",
    });
    expect(readCompanyUser({ id: 7, name: "Ada", role: "admin" })).toEqual({
      id: "7",
      name: "Ada",
      email: "",
      role: "Admin",
    });
  });

  test("the invitation of a link, whose company may be its name alone", () => {
    const empty = { email: "", role: "Member", expires_at: "", created_at: "" };
    expect(readPublicInvitation({})).toEqual({ ...empty, company: { id: "", name: "" } });
    expect(readPublicInvitation({ company: "Acme" })?.company).toEqual({ id: "", name: "Acme" });
    expect(readPublicInvitation({ company_name: "Acme" })?.company).toEqual({ id: "", name: "Acme" });
    expect(readPublicInvitation({ company: { id: "c-1", name: "Acme" } })?.company).toEqual({
      id: "c-1",
      name: "Acme",
    });
  });

  test("an invitation is known by its id or its token", () => {
    expect(readInvitation({ id: "i-1", email: "ada@acme.example" })).toMatchObject({
      id: "i-1",
      email: "ada@acme.example",
    });
    expect(readInvitation({ token: "abc" })?.id).toBe("abc");
  });

  test("an invoice without an amount, which is not zero", () => {
    expect(readInvoice({ id: "in-1", date: "2026-01-01", status: "PAID", currency: "eur" })).toEqual({
      id: "in-1",
      number: "in-1",
      issued_at: "2026-01-01",
      due_at: null,
      amount_cents: null,
      currency: "EUR",
      status: "paid",
      download_url: null,
    });
    expect(readInvoice({ number: "A-1", amount_cents: "0" })?.amount_cents).toBe(0);
  });

  test("a token for MCP, whose projects may be slugs", () => {
    expect(readMcpToken({ id: "t-1", projects: ["atlas", { slug: "loom" }, {}, null] })).toEqual({
      id: "t-1",
      name: "t-1",
      projects: ["atlas", "loom"],
      last_used_at: null,
      expires_at: null,
      created_at: "",
      preview: "",
      writes: false,
      client: null,
    });
    const client = { kind: "loopback", name: "127.0.0.1:5" };
    expect(readMcpToken({ id: "t-1", client })?.client).toEqual(client);
    expect(readMcpToken({ id: "t-1", client: { kind: "new", name: "agent.example" } })?.client?.kind).toBe("web");
  });

  test("a project to choose", () => {
    expect(readProjectOption({ id: "atlas" })).toEqual({ slug: "atlas", name: "atlas", may_write: false });
    expect(readProjectOption({ slug: "atlas", name: "Atlas" })).toEqual({
      slug: "atlas",
      name: "Atlas",
      may_write: false,
    });
  });
});

test("links of invitations are those that the host returned", () => {
  expect(readInvitationLink({ link: "https://clew.example/i" })).toEqual({ link: "https://clew.example/i" });
  expect(readInvitationLink({ link: "" })).toEqual({ link: null });
  expect(readInvitationLink(null)).toEqual({ link: null });
  const added = [{ email: "a@acme.example", invitation_link: "https://clew.example/a" }, { email: "b@acme.example" }];
  expect(readAddedLinks([...added, null])).toEqual([{ email: "a@acme.example", link: "https://clew.example/a" }]);
  expect(readAddedLinks("none")).toEqual([]);
});

test("a new token is one only with its secret", () => {
  expect(readNewMcpToken({ id: "t-1", token: "secret" })).toMatchObject({ id: "t-1", token: "secret" });
  expect(readNewMcpToken({ id: "t-1" })).toBeNull();
});

test.each([
  ["a user", readCompanyUser],
  ["an invitation", readInvitation],
  ["an invoice", readInvoice],
  ["a token", readMcpToken],
  ["a project", readProjectOption],
] as const)("an answer that does not identify %s is none", (_, read) => {
  for (const answer of [null, undefined, "text", 7, [], {}]) expect(read(answer)).toBeNull();
});
