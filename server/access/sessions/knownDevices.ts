/**
 * Devices on which a user has signed in. A device is a browser and a system in a network, as a hash: the same browser in another network is
 * another device, because the program alone does not distinguish a thief from the owner.
 */
import { createHash } from "node:crypto";
import { describeAgent } from "../../../contract/describeAgent.ts";
import type { Db } from "../../db/openDb.ts";
import { insertKnownDevice } from "../../db/tables/accounts/knownDevices.ts";
import { listSessionsOfUser } from "../../db/tables/accounts/sessions.ts";
import { findMailReceiver } from "../../db/tables/accounts/users.ts";
import type { Mail } from "../../mail/Mail.ts";
import { type Message, message, verbatim } from "../../messages/messages.ts";
import { anonymizeIp } from "./clientNetwork.ts";

interface Client {
  readonly address: string;
  readonly userAgent: string;
}

/** @param network as `anonymizeIp` writes it */
function deviceHash(userAgent: string, network: string): string {
  const { browser, system } = describeAgent(userAgent);
  const program = browser === "" && system === "" ? userAgent : `${browser}\n${system}`;
  return createHash("sha256").update(`${program}\n${network}`).digest("base64url");
}

/** Stores the device of a sign-in. @returns whether it is new for the user */
export async function rememberDevice(transaction: Db, userId: string, client: Client, now: Date): Promise<boolean> {
  const hash = deviceHash(client.userAgent, anonymizeIp(client.address));
  if (!(await insertKnownDevice(transaction, { user_id: userId, device_hash: hash, seen_at: now }))) return false;
  // Sessions of versions that stored no devices.
  const sessions = await listSessionsOfUser(transaction, userId, now);
  return !sessions.some(({ user_agent, address }) => deviceHash(user_agent, address) === hash);
}

/**
 * Mails a user about the first sign-in on a device. Without a mail server nothing is written: in the outbox of the
 * operator such a mail has no use. Called before the session starts, in its transaction.
 */
export async function reportNewDevice(
  transaction: Db,
  mail: Mail,
  userId: string,
  client: Client,
  now: Date = new Date(),
): Promise<void> {
  if (!(await rememberDevice(transaction, userId, client, now)) || !mail.isSent) return;
  const { name, email, language } = await findMailReceiver(transaction, userId);
  await mail.post(transaction, "newDevice", {
    to: email,
    language,
    facts: {
      name,
      device: deviceName(client.userAgent),
      network: anonymizeIp(client.address),
      at: now,
      link: mail.link("/settings/password"),
    },
  });
}

const MAX_PROGRAM_LENGTH = 80;

function deviceName(userAgent: string): Message {
  const { browser, system } = describeAgent(userAgent);
  if (browser !== "" && system !== "") return message("device.on", { browser, system });
  const program = (browser || system || userAgent.replaceAll(/[^\x20-\x7e]/g, "")).slice(0, MAX_PROGRAM_LENGTH);
  return program === "" ? message("device.unknown") : verbatim(program);
}
