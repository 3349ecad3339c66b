import { useRef, useState } from "react";
import type { Result } from "../services/result.ts";
import { type Mutation, type MutationOptions, useMutation } from "./useMutation.ts";

export interface LatestMutation<V, T> extends Pick<Mutation<[V, string], T>, "error"> {
  /** The value to show until the requests of a control are done, null otherwise. */
  readonly shownOf: (key?: string) => V | null;
  readonly choose: (value: V, key?: string) => Promise<void>;
}

/**
 * A mutation for controls that stay enabled while their value is saved: one request of a control at a time, and of the values chosen
 * meanwhile the last is sent next. A failure drops it, because it was chosen on top of a value that was not saved.
 * @param mutationFn gets the key of the control too, where a list has several
 */
export function useLatestMutation<V, T>(
  mutationFn: (value: V, key: string) => Promise<Result<T>>,
  options: MutationOptions<[value: V, key: string], T> = {},
): LatestMutation<V, T> {
  const { mutate, error } = useMutation(mutationFn, options);
  const [shown, setShown] = useState<ReadonlyMap<string, V>>(() => new Map());
  /** By control whose request runs: the value to send next. */
  const waiting = useRef(new Map<string, { readonly value: V } | null>());
  const choose = async (value: V, key = ""): Promise<void> => {
    const queue = waiting.current;
    const isSending = queue.has(key);
    queue.set(key, { value });
    setShown((now) => new Map(now).set(key, value));
    if (isSending) return;
    for (let next = queue.get(key); next; next = queue.get(key)) {
      queue.set(key, null);
      const { success } = await mutate(next.value, key);
      if (!success) queue.set(key, null);
    }
    queue.delete(key);
    setShown((now) => new Map([...now].filter(([other]) => other !== key)));
  };
  return { shownOf: (key = "") => shown.get(key) ?? null, choose, error };
}
