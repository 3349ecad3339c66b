/** English texts of the mails, as ICU MessageFormat. `server/mail/emailTemplates.ts` has the order of the texts in each mail. */
export const ENGLISH_EMAILS = {
  "email.hello": "Hello {name},",
  "email.hello_unnamed": "Hello,",
  "email.verification.subject": "Your Clew verification code",
  "email.verification.intro": "this code finishes your registration at {company}:",
  "email.verification.after":
    "It is valid for {minutes} minutes. If you did not register, ignore this email: without the code nothing happens.",
  "email.account_exists.subject": "You already have a Clew account",
  "email.account_exists.intro":
    "there was an attempt to register at Clew with this address, which already has an account. Sign in instead:",
  "email.account_exists.action": "Sign in",
  "email.account_exists.forgot": "If you forgot your password, request a new one at {forgot}",
  "email.account_exists.after": "If it was not you, there is nothing to do.",
  "email.password_reset.subject": "Reset your Clew password",
  "email.password_reset.intro": "choose a new password here:",
  "email.password_reset.action": "Choose a new password",
  "email.password_reset.validity":
    "The link works once and for {minutes} minutes. Then all your sessions end, and you sign in again.",
  "email.password_reset.after": "If you did not request this, ignore this email: your password stays as it is.",
  "email.password_changed.subject": "Your Clew password was changed",
  "email.password_changed.intro": "the password of your account was changed on {time}.",
  "email.password_changed.after": "If it was not you, choose a new one at once at {forgot} and inform your Admin.",
  "email.second_factor.subject": "The second factor of your Clew account was changed",
  "email.second_factor.passkey_added": "a passkey was added to your account on {time}. It can sign in to your account.",
  "email.second_factor.passkey_removed": "a passkey was removed from your account on {time}.",
  "email.second_factor.app_added": "an authenticator app was added to your account on {time}.",
  "email.second_factor.app_removed": "the authenticator app was removed from your account on {time}.",
  "email.second_factor.codes_renewed":
    "new recovery codes of your account were made on {time}. The old ones are not valid any more.",
  "email.second_factor.code_used":
    "a recovery code was used to sign in to your account on {time}. It is not valid any more.",
  "email.second_factor.reset":
    "{by} has removed the passkeys, the authenticator app and the recovery codes of your account on {time}. Sign in with your password, and set up a second factor again.",
  "email.second_factor.after":
    "If you did not expect this, change your password at once, look at your sessions at {settings} and inform your Admin.",
  "email.new_device.subject": "New sign-in to your Clew account",
  "email.new_device.intro": "your account was signed in to with {device} on {time}, for the first time.",
  "email.new_device.intro_network":
    "your account was signed in to with {device} from the address {network} on {time}, for the first time.",
  "email.new_device.action": "See your sessions",
  "email.new_device.after":
    "If it was you, there is nothing to do. If it was not, end that session, change your password and inform your Admin.",
  "email.token.action": "Open your API tokens",
  "email.token_created.subject": "A Clew API token was created: {token}",
  "email.token_created.intro":
    "the API token “{token}” of your account was created on {time}. It is valid until {expires}.",
  "email.token_created.after":
    "If it was not you, revoke the token, change your password and inform your Admin: another person can use your account.",
  "email.token_expiring.subject": "Your Clew API token ends soon: {token}",
  "email.token_expiring.intro": "the API token “{token}” of your account ends on {expires}.",
  "email.token_expiring.after":
    "If a program still needs it, create a new token and give it to the program before that day.",
  "email.invitation.action": "Accept the invitation",
  "email.invitation.after": "The invitation is valid until {time}. If you do not know who sent it, ignore this email.",
  "email.company_invitation.subject": "You are invited to {company} on Clew",
  "email.company_invitation.by_operator":
    "you are invited to join {company} on Clew, which leads from an issue to the code, the people and the pages that belong to it.",
  "email.company_invitation.by_person":
    "{by} invites you to join {company} on Clew, which leads from an issue to the code, the people and the pages that belong to it.",
  "email.project_invitation.subject": "You are invited to the project {project} on Clew",
  "email.project_invitation.intro":
    "{by} of {company} invites you to the project {project} on Clew. Register to see its code, issues and people in one place.",
  "email.project_added.subject": "You now belong to the project {project}",
  "email.project_added.intro": "{by} added you to the project {project} on Clew.",
  "email.project_added.action": "Open the project",
  "email.setup_test.subject": "Clew can send you email",
  "email.setup_test.intro": "this email was requested by the test of the mail server. It arrived.",
  "email.setup_test.action": "Open the setup",
  "email.notices.subject": "{count} new notifications on Clew",
  "email.notices.intro": "this concerns you:",
  "email.notices.digest_subject": "Your day on Clew: {count} new",
  "email.notices.digest_intro": "this is what happened since yesterday:",
  "email.notices.action": "Open the notifications",
  "email.notices.others": "And {others} more.",
  "email.notices.settings": "Choose which emails you receive at {settings}",
  "email.weekly.subject": "Your week on Clew",
  "email.weekly.intro": "this is your week:",
  "email.weekly.closed": "You closed",
  "email.weekly.reviewed": "You reviewed",
  "email.weekly.asked": "You were asked",
  "email.weekly.waiting": "Waits for you",
  "email.weekly.searches": "New matches of your searches",
  "email.weekly.action": "Open Clew",
  "unsubscribe.button": "Stop these emails",
  "unsubscribe.done": "Clew sends you no more emails about notifications. You still find them in the app.",
  "unsubscribe.done_weekly": "Clew sends you no more weekly emails.",
  "unsubscribe.done_kind":
    "Clew sends you no more emails about {kind}. You still find these notifications in the app, and get emails about other things.",
  "unsubscribe.invalid": "This link is not valid. Choose your emails in the settings.",
  "unsubscribe.question": "Should Clew stop sending you emails about notifications?",
  "unsubscribe.question_kind": "Should Clew stop sending you emails about {kind}?",
  "unsubscribe.settings": "Notification settings",
} as const;
