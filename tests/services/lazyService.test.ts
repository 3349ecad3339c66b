import { expect, test, vi } from "vitest";
import { lazy } from "../../src/services/lazyService.ts";
import { ok, type Result } from "../../src/services/result.ts";

interface Notes {
  readonly read: (id: string) => Promise<Result<string>>;
  readonly remove: (id: string) => Promise<Result<null>>;
}
const notes: Notes = {
  read: (id) => Promise.resolve(ok(`note ${id}`)),
  remove: () => Promise.reject(new TypeError("a fault of the code")),
};

test("a service is loaded by its first call, not before", async () => {
  const load = vi.fn<() => Promise<Notes>>(() => Promise.resolve(notes));
  const service = lazy(load);
  expect(load).not.toHaveBeenCalled();
  expect(await service.read("1")).toEqual(ok("note 1"));
});

test("a service whose code is missing answers with a failure, and the next call loads it again", async () => {
  const load = vi
    .fn<() => Promise<Notes>>()
    .mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"))
    .mockResolvedValue(notes);
  const service = lazy(load);
  expect(await service.read("1")).toMatchObject({ success: false, data: null, error: { kind: "chunk", status: null } });
  expect(await service.read("1")).toEqual(ok("note 1"));
});

test("a fault of a method that was loaded is not taken for a missing one", async () => {
  await expect(lazy(() => Promise.resolve(notes)).remove("1")).rejects.toThrow("a fault of the code");
});

test("a promise can resolve to a service that is not loaded", async () => {
  const load = vi.fn<() => Promise<Notes>>(() => Promise.resolve(notes));
  const service = await Promise.resolve(lazy(load));
  expect(load).not.toHaveBeenCalled();
  expect(await service.read("2")).toEqual(ok("note 2"));
});
