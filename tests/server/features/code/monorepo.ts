/** A repository with several services, of which a project reads two folders. Everything outside of them has one word. */
import type { CodeRepository } from "./codeRepository.ts";

/** In the path, the text, the message or the author of everything outside of the folders, and of nothing in them. */
export const OUTSIDE = "zanzibar";
export const FOLDERS = ["libs/money", "services/pay"];

const PAY = "export function chargeCard(amount: number) {\n  return amount;\n}\n";
const MOVED = `${Array.from({ length: 12 }, (_, line) => `export const tariff${line} = ${line};`).join("\n")}\n`;

/** @returns the commits by name */
export function fillMonorepo(work: CodeRepository) {
  const zoe = `Zoe ${OUTSIDE} <zoe@${OUTSIDE}.example>`;
  const ada = "Ada <ada@example.org>";
  work.write("README.md", `# ${OUTSIDE}\n`);
  work.write(".clewignore", "services/pay/generated/\n");
  work.write(`services/${OUTSIDE}/port.ts`, `export function ${OUTSIDE}Port() {}\n`);
  work.write(`services/pay.md`, `Not in the folder: ${OUTSIDE}.\n`);
  work.write(`services/${OUTSIDE}/moved.ts`, MOVED);
  const first = work.commit(`Begin in ${OUTSIDE}`, zoe);
  work.write("services/pay/charge.ts", PAY);
  work.write("services/pay/generated/gen.ts", "export const generatedThing = 1;\n");
  work.write("services/pay/guide.md", "# Guide of payments\n\nHow a card is charged.\n");
  work.write("libs/money/money.ts", "export class Money {}\n");
  const pay = work.commit("Charge cards", ada);
  work.git("tag", "v1.0");
  work.git("mv", `services/${OUTSIDE}/moved.ts`, "services/pay/moved.ts");
  const moved = work.commit("Take the tariffs over", "Mia <mia@example.org>");
  work.git("checkout", "--quiet", "-b", "feature", pay);
  work.write("libs/money/round.ts", "export function roundMoney() {}\n");
  const side = work.commit("Round money", ada);
  work.git("checkout", "--quiet", "main");
  work.write(`services/${OUTSIDE}/port.ts`, `export function ${OUTSIDE}Port() { return 2; }\n`);
  const outside = work.commit(`Change the ${OUTSIDE} port`, zoe);
  const merger = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  work.git(...merger, "merge", "--quiet", "--no-ff", "-m", "Merge rounding", "feature");
  const merge = work.git("rev-parse", "HEAD");
  work.write(`services/${OUTSIDE}/harbour.ts`, `export const ${OUTSIDE}Harbour = 1;\n`);
  const head = work.commit(`Build a ${OUTSIDE} harbour`, zoe);
  work.git("tag", "v2.0");
  work.git("branch", "release");
  return { first, pay, moved, side, outside, merge, head };
}
