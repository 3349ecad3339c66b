import { expect, test } from "vitest";
import { resilientStorage } from "../../src/stores/resilientStorage.ts";
import { memoryStorage } from "../fixtures/memoryStorage.ts";

const forbidden = () => {
  throw new Error("SecurityError");
};

test("a forbidden storage lasts as long as the page", () => {
  const storage = resilientStorage(forbidden);
  expect(storage.getItem("authToken")).toBeNull();
  storage.setItem("authToken", "t");
  expect(storage.getItem("authToken")).toBe("t");
  storage.removeItem("authToken");
  expect(storage.getItem("authToken")).toBeNull();
});

test("a full storage keeps nothing old in the place of something new", () => {
  const real = { ...memoryStorage({ authToken: "old" }), setItem: forbidden };
  const storage = resilientStorage(() => real);
  expect(storage.getItem("authToken")).toBe("old");
  storage.setItem("authToken", "new");
  expect(storage.getItem("authToken")).toBe("new");
  expect(real.getItem("authToken")).toBeNull();
  expect(resilientStorage(() => real).getItem("authToken")).toBeNull();
});

test("values are stored again once there is space", () => {
  let isFull = true;
  const real = memoryStorage();
  const storage = resilientStorage(() => ({
    ...real,
    setItem: (key, value) => {
      if (isFull) throw new Error("QuotaExceededError");
      real.setItem(key, value);
    },
  }));
  storage.setItem("theme", "dark");
  isFull = false;
  storage.setItem("theme", "light");
  expect(storage.getItem("theme")).toBe("light");
  expect(real.getItem("theme")).toBe("light");
});
