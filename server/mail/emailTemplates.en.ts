import { moment, type EmailTemplates } from "./emailTemplates.ts";

const at = (date: Date): string => `${moment(date, "en-GB")} UTC`;

export const EN: EmailTemplates = {
  verification: ({ name, company, code, minutes }) => ({
    subject: "Your Clew verification code",
    paragraphs: [`Hello ${name},`, `this code finishes your registration at ${company}:`],
    code,
    after: [
      `It is valid for ${minutes} minutes. If you did not register, ignore this email: without the code nothing happens.`,
    ],
  }),
  accountExists: ({ signIn, forgot }) => ({
    subject: "You already have a Clew account",
    paragraphs: [
      "Hello,",
      "there was an attempt to register at Clew with this address, which already has an account. Sign in instead:",
    ],
    action: { label: "Sign in", url: signIn },
    after: [
      `If you forgot your password, request a new one at ${forgot}`,
      "If it was not you, there is nothing to do.",
    ],
  }),
  passwordReset: ({ name, link, minutes }) => ({
    subject: "Reset your Clew password",
    paragraphs: [`Hello ${name},`, "choose a new password here:"],
    action: { label: "Choose a new password", url: link },
    after: [
      `The link works once and for ${minutes} minutes. Then all your sessions end, and you sign in again.`,
      "If you did not request this, ignore this email: your password stays as it is.",
    ],
  }),
  passwordChanged: ({ name, at: changed, forgot }) => ({
    subject: "Your Clew password was changed",
    paragraphs: [`Hello ${name},`, `the password of your account was changed on ${at(changed)}.`],
    after: [`If it was not you, choose a new one at once at ${forgot} and inform your Admin.`],
  }),
  companyInvitation: ({ by, company, link, expires }) => ({
    subject: `You are invited to ${company} on Clew`,
    paragraphs: [
      "Hello,",
      by === null
        ? `you are invited to join ${company} on Clew, which leads from an issue to the code, the people and the pages that belong to it.`
        : `${by} invites you to join ${company} on Clew, which leads from an issue to the code, the people and the pages that belong to it.`,
    ],
    action: { label: "Accept the invitation", url: link },
    after: [`The invitation is valid until ${at(expires)}. If you do not know who sent it, ignore this email.`],
  }),
  projectInvitation: ({ by, company, project, link, expires }) => ({
    subject: `You are invited to the project ${project} on Clew`,
    paragraphs: [
      "Hello,",
      `${by} of ${company} invites you to the project ${project} on Clew. Register to see its code, issues and people in one place.`,
    ],
    action: { label: "Accept the invitation", url: link },
    after: [`The invitation is valid until ${at(expires)}. If you do not know who sent it, ignore this email.`],
  }),
  projectAdded: ({ name, by, project, link }) => ({
    subject: `You now belong to the project ${project}`,
    paragraphs: [`Hello ${name},`, `${by} added you to the project ${project} on Clew.`],
    action: { label: "Open the project", url: link },
    after: [],
  }),
  setupTest: ({ name, link }) => ({
    subject: "Clew can send you email",
    paragraphs: [`Hello ${name},`, "this email was requested by the test of the mail server. It arrived."],
    action: { label: "Open the setup", url: link },
    after: [],
  }),
  notices: ({ name, isDigest, count, first, sections, others, all, settings }) => ({
    subject: isDigest ? `Your day on Clew: ${count} new` : count === 1 ? first : `${count} new notifications on Clew`,
    paragraphs: [`Hello ${name},`, isDigest ? "this is what happened since yesterday:" : "this concerns you:"],
    sections,
    action: { label: "Open the notifications", url: all },
    after: [...(others > 0 ? [`And ${others} more.`] : []), `Choose which emails you receive at ${settings}`],
  }),
};
