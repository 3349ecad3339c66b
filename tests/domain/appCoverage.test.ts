/** Which app, and which of its installations, reads the source of an address. */
import { expect, test } from "vitest";
import { parseAccount, appFor, installationFor, withPresetApp } from "../../src/domain/appCoverage.ts";
import { emptyDraft } from "../../src/domain/sourceDraft.ts";
import { hostApp, usableInstallation } from "../fixtures/apps.ts";

const acme = usableInstallation();
const enterprise = usableInstallation({ id: "installation-2", origin: "https://github.acme.example" });

test("the account of an address is its first segment, at its own server", () => {
  expect(parseAccount(" https://github.com/acme/atlas ")).toEqual({ origin: "https://github.com", account: "acme" });
  expect(parseAccount("https://www.github.com/acme")?.origin).toBe("https://github.com");
  for (const url of ["github.com/acme", "https://github.com/orgs/acme/repositories", "https://github.com/users/acme"])
    expect(parseAccount(url)).toEqual({ origin: "https://github.com", account: "acme" });
  for (const url of ["", "acme/atlas", "https://github.com", "https://"]) expect(parseAccount(url)).toBeNull();
  expect(installationFor("https://github.acme.example/ACME/atlas", [acme, enterprise])).toBe(enterprise);
  expect(installationFor("https://gitlab.com/acme/atlas", [acme, enterprise])).toBeUndefined();
  expect(installationFor("https://github.com/acme-labs/atlas", [acme])).toBeUndefined();
});

test("an app is offered for the account that owns it, since no other account can install it", () => {
  const apps = [hostApp(), hostApp({ id: "app-2", owner: "acme-labs" })];
  expect(appFor("https://github.com/Acme-Labs/rocket", apps)?.id).toBe("app-2");
  expect(appFor("https://github.com/elsewhere/rocket", apps)).toBeUndefined();
  expect(appFor("https://github.acme.example/acme/rocket", apps)).toBeUndefined();
  expect(appFor("", apps)?.id).toBe("app-1");
});

test("an app is preselected with the installation of the address, until a sign-in is chosen", () => {
  const draft = { ...emptyDraft("repository"), url: "https://github.acme.example/acme/atlas" };
  expect(withPresetApp(draft, [acme, enterprise], [])).toMatchObject({ signIn: "app", installation: enterprise.id });
  const preset = withPresetApp(draft, [acme, enterprise], []);
  expect(withPresetApp(preset, [acme, enterprise], [])).toBe(preset);
  // An app that is not installed yet is preselected for those who can install it.
  expect(withPresetApp(draft, [], [])).toBe(draft);
  const app = hostApp({ origin: enterprise.origin });
  expect(withPresetApp(draft, [], [app])).toMatchObject({ signIn: "app", installation: undefined });
  const chosen = { ...draft, isPreset: false };
  expect(withPresetApp(chosen, [acme], [app])).toBe(chosen);
  // Typed on: an app of github.com cannot read another server.
  expect(withPresetApp(preset, [acme], [hostApp()])).toMatchObject({ signIn: "none", installation: undefined });
  expect(withPresetApp({ ...draft, url: "" }, [acme], [])).toMatchObject({ signIn: "app", installation: acme.id });
  const elsewhere = { ...draft, provider: "gitlab" as const };
  expect(withPresetApp(elsewhere, [acme], [])).toBe(elsewhere);
});
