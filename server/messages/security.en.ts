/** English texts about second factors, as ICU MessageFormat. */
export const ENGLISH_SECURITY = {
  "second_factor.app_code_wrong":
    "The code is not right. Enter the one that the app shows now, and check that the clock of the device is right.",
  "second_factor.app_known": "An authenticator app is set up already. Remove it first.",
  "second_factor.app_not_begun": "No authenticator app waits for a code. Begin again.",
  "second_factor.app_not_found": "No authenticator app is set up.",
  "second_factor.code_wrong":
    "The code is not right, or was used already. Enter the next one that the app shows, or another recovery code.",
  "second_factor.expired": "This sign-in has expired. Enter your password again.",
  "second_factor.none_yet": "Add a passkey or an authenticator app first.",
  "second_factor.passkey_known": "This passkey belongs to an account already. Use another device or security key.",
  "second_factor.passkey_not_found": "There is no such passkey.",
  "second_factor.passkey_refused":
    "The passkey was not accepted. Try again; if it was removed from your account, sign in another way.",
  "second_factor.passkeys_limit": "An account can have {max} passkeys. Remove one first.",
  "second_factor.last_required": "Your company requires a second factor. Add another one before you remove this one.",
  "second_factor.own_first": "Set up a second factor for yourself first: you would be signed out too.",
  "second_factor.required": "Your company requires a second factor. Set it up first.",
  "second_factor.reset_none": "This person has no second factor.",
  "second_factor.reset_own":
    "Change your own second factor under Settings > Password and security, or ask another Admin.",
} as const;
