import { SECOND_MS } from "../../../contract/durations.ts";
import { PeriodicTask } from "../../concurrency.ts";
import type { AccessChecks } from "./AccessChecks.ts";

/** A new member, a connected account and the report of a host are noticed after this time at most. */
const ROUND_MS = 5 * SECOND_MS;
/** Rounds between two in which memberships are closed by time alone: a minute. */
const SETTLE_ROUNDS = 12;

/** Sends the checks that are due, and closes what no answer holds open any more. */
export class AccessRunner extends PeriodicTask {
  constructor(checks: Pick<AccessChecks, "sendDue" | "settle">, onError: (error: unknown) => void) {
    let rounds = 0;
    super(
      async () => {
        if (rounds % SETTLE_ROUNDS === 0) await checks.settle();
        rounds += 1;
        await checks.sendDue();
      },
      ROUND_MS,
      onError,
    );
  }
}
