import { replaceEqualDeep } from "@tanstack/react-query";
import { useState } from "react";

/**
 * The value of an earlier render where the new one has the same content, and otherwise the new one with each equal part taken from the earlier
 * one. Memoized children then render only when their own part changes. The value is plain data: objects, arrays, texts and numbers.
 */
export function useSharedValue<T>(value: T): T {
  const [last, setLast] = useState(value);
  const shared: T = replaceEqualDeep(last, value);
  if (shared !== last) setLast(shared);
  return shared;
}
