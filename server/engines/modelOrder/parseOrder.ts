/** Characters of an answer that may be an order. */
const MAX_ANSWER = 2000;

/**
 * The order that a model has written: a JSON array with each number from 1 to `count` exactly once.
 * @returns null for anything else, also for an order with words around it: what a model adds may come from a text that it was sent
 */
export function parseOrder(answer: string, count: number): number[] | null {
  if (answer.length > MAX_ANSWER) return null;
  let order: unknown;
  try {
    order = JSON.parse(answer);
  } catch {
    return null;
  }
  if (!Array.isArray(order) || order.length !== count) return null;
  const numbers = order.filter(
    (number): number is number => Number.isInteger(number) && number >= 1 && number <= count,
  );
  return new Set(numbers).size === count ? numbers : null;
}
