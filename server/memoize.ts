/**
 * Computes a value once for each key. The value lives as long as its key, so an index that is closed takes everything
 * derived from it along.
 */
export function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let found = values.get(key);
    if (!found) values.set(key, (found = { value: compute(key) }));
    return found.value;
  };
}

/** Computes a value when it is first asked for. */
export function once<Value>(compute: () => Value): () => Value {
  let found: { readonly value: Value } | undefined;
  return () => (found ??= { value: compute() }).value;
}
