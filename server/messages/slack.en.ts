/** English texts of the Slack app. */
export const ENGLISH_SLACK = {
  "slack.channel": "Slack does not find the conversation any more ({word}).",
  "slack.code_typed": "Now confirm in Clew that this is you: {link}",
  "slack.code_wrong": "This code is not valid. Ask for a new one in Clew: {link}",
  "slack.command_help": "Ask for a code in Clew, then type /clew link CODE here: {link}",
  "slack.invalid_auth":
    "Slack does not know this token (invalid_auth). Copy the Bot User OAuth Token of the app again; it begins with xoxb-.",
  "slack.link_first": "This Slack user is not linked to Clew. Link it in your settings: {link}",
  "slack.linked_to_other": "This Slack user is linked to another user of Clew. They unlink it in their settings first.",
  "slack.missing_scope":
    "The app lacks scopes (missing_scope): {scopes}. Add them under OAuth & Permissions in Slack, install the app again, and set its token here again.",
  "slack.no_answer": "Slack did not answer in time.",
  "slack.no_app": "The company has no Slack app.",
  "slack.no_attempt": "Your code was not typed in Slack, or its ten minutes are over. Ask for a new one.",
  "slack.no_team": "Slack does not say which workspace this token belongs to.",
  "slack.not_linked": "You are not linked to a Slack user.",
  "slack.other_person": "Another Slack user has typed the code. Look at the page again.",
  "slack.other_team": "The token belongs to the workspace {team} now. Set the app up again.",
  "slack.ratelimited": "Slack asks for fewer requests. Clew waits as long as it asked for.",
  "slack.refused": "Slack refused it ({word}).",
  "slack.repeated": "This message may be here twice: the answer of Slack to the first one was lost.",
  "slack.secret_form":
    "The Signing Secret has 32 digits and letters from a to f. It is under Basic Information of the app.",
  "slack.token_form": "The Bot User OAuth Token begins with xoxb-. It is under OAuth & Permissions of the app.",
  "slack.token_revoked":
    "The app was removed from the workspace, or its token was revoked ({word}). Install it in Slack again, and set its token here again.",
  "slack.user_gone": "Slack does not deliver to this user ({word}). Link another Slack user.",
  "slack.works": "The app works in the workspace {team}.",
  "slack.is_archived": "The channel is archived (is_archived). Choose another channel.",
  "slack.no_app_for_channel":
    "The company has no working Slack app. An Admin sets it up in the settings of the company, and then this is turned on again.",
  "slack.not_in_channel":
    "The app is not in the channel (not_in_channel). Invite it there with /invite @Clew, and then turn this on again.",
} as const;
