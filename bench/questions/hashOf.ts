/** FNV-1a of a text, 32 bits: the order in which a miner takes its questions does not depend on the repository. */
export function hashOf(text: string): number {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  return hash >>> 0;
}
