/**
 * Rules for new passwords, for both sides: the app shows them as the user types, and the server enforces them. Free of zod, so that the web
 * app may import it.
 */
import { PASSWORD_MIN_LENGTH } from "../constants.ts";

/** `short`: fewer than ten characters; `common`: among the most common passwords; `personal`: the address or the name itself. */
export const PASSWORD_FAULTS = ["short", "common", "personal"] as const;
export type PasswordFault = (typeof PASSWORD_FAULTS)[number];

/** Words of lists of leaked passwords; digits or signs at their ends, or digits for letters, do not make them stronger. */
const COMMON_WORDS = new Set(
  `password passwort parola sifre sifrem mypassword yourpassword thepassword passwordpassword qwerty qwertyu qwertyui qwertyuiop qwertyuiopasdfghjkl
  qwertzuiop azertyuiop asdfgh asdfghjkl asdfghjklm zxcvbn zxcvbnm zxcvbnmasdf asdfasdf qazwsx qazwsxedc qazwsxedcrfv wsxedc qweasd qweasdzxc qweqwe
  qwerasdf qwerasdfzxcv asdzxc abc abcabc abcdef abcdefg abcdefgh letmein letmeinnow welcome welcomehome admin administrator adminadmin root rootroot
  toor user username guest login test testing tester testtest default changeme changeit changethis secret topsecret mysecret master iloveyou iloveu
  ilovegod ilovemyself lovelove loveyou trustno trustnoone whatever monkey dragon shadow sunshine princess superman batman spiderman ironman starwars
  football baseball basketball volleyball softball hockey soccer computer internet samsung iphone google facebook linkedin microsoft windows pokemon
  naruto minecraft michael jennifer jessica charlie jordan liverpool chelsea arsenal barcelona realmadrid manchester manchesterunited juventus
  galatasaray fenerbahce besiktas trabzonspor bursaspor istanbul ankara izmir turkiye turkey ataturk mustafakemal seviyorum seniseviyorum askim
  canim bitanem merhaba deneme yonetici kullanici hello helloworld hellohello freedom flower blink cheese cookie chocolate butterfly buttercup
  elephant rainbow summer winter spring autumn access correcthorse correcthorsebatterystaple clew clewclew company temporary temppass newpassword
  oldpassword nopassword noaccess killer hunter ranger harley matrix mustang corvette ferrari mercedes porsche thunder lightning unknown zaqwsx
  zaqxsw zaqwsxcde asdfqwer`.split(/\s+/),
);

/** Whole passwords that no rule below rejects. */
const COMMON = new Set(
  `1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4t5 q1w2e3r4t5y6 1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq12wsxcde3 1qazxsw23edc 1a2b3c4d5e a1b2c3d4e5 1qaz1qaz1q
  a123456789 aa123456789 1234qwerasdf 123qweasdzxc qwe123asd456 12qwaszxcv 1234567890q 3141592653 31415926535 147258369 1472583690 7894561230
  0147258369 1029384756 9876543210 1123581321 passw0rdpassw0rd`.split(/\s+/),
);

const KEYBOARD = ["01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm"];

/** Turkish letters as a keyboard without them would write them. */
const PLAIN: Readonly<Record<string, string>> = { ı: "i", ş: "s", ğ: "g", ç: "c", ö: "o", ü: "u" };
const LEET: Readonly<Record<string, string>> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const swap = (text: string, letters: Readonly<Record<string, string>>): string =>
  Array.from(text, (letter) => letters[letter] ?? letter).join("");
/** Locale-independent case folding: "I" and "İ" both become i. */
const fold = (text: string): string =>
  swap(text.normalize("NFKC").toLowerCase().replaceAll("i\u0307", "i"), PLAIN).normalize("NFC");
const core = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, "");

/** One short piece repeated: "abcabcabcabc", "aaaaaaaaaa". */
const isRepeated = (text: string): boolean => /^(.{1,4}?)\1{2,}.{0,3}$/su.test(text);

/** A run along the keyboard or the alphabet, in either direction, from its first to its last character. */
const isRun = (text: string): boolean =>
  text.length > 3 &&
  KEYBOARD.some((row) => {
    const round = row.repeat(3);
    return round.includes(text) || Array.from(round).reverse().join("").includes(text);
  });

const isCommon = (password: string): boolean => {
  const folded = fold(password);
  const forms = [folded, bare(folded), core(folded), bare(core(folded))];
  const leet = forms.map((form) => swap(form, LEET));
  // Trailing digits are first read as digits ("dragon2024"), and as letters only inside.
  return (
    [...forms, ...leet, ...leet.map(core)].some((form) => COMMON_WORDS.has(form) || COMMON.has(form)) ||
    isRepeated(folded) ||
    isRun(bare(folded))
  );
};

/** The owner of the password. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

const isPersonal = (password: string, { email, name }: PasswordOwner): boolean => {
  const foldedPassword = fold(password);
  const words = fold(name).split(/\s+/).filter(Boolean);
  const address = fold(email.trim());
  const accountWords = [address, address.split("@")[0] ?? "", words.join(""), words.toReversed().join("")]
    .map(bare)
    .filter((text) => text.length >= 3);
  return [bare(foldedPassword), bare(core(foldedPassword))].some((form) => accountWords.includes(form));
};

/** The faults of a new password; empty for a valid one. */
export function passwordFaults(password: string, owner: PasswordOwner): PasswordFault[] {
  const faults: PasswordFault[] = [];
  // Code points, not UTF-16 units: an emoji counts as one.
  if (Array.from(password).length < PASSWORD_MIN_LENGTH) faults.push("short");
  if (password !== "" && isCommon(password)) faults.push("common");
  if (password !== "" && isPersonal(password, owner)) faults.push("personal");
  return faults;
}
