import { expect, test } from "vitest";
import { type PasswordFault, passwordFaults } from "../../contract/access/passwords.ts";

const ada = { email: "ada.kaya@acme.example", name: "Ada Kaya Yılmaz" };

test.for<[password: string, faults: PasswordFault[]]>([
  ["follow-the-thread", []],
  ["a long thread", []],
  ["Kırmızı ip nerede?", []],
  ["dfkq93-xpw", []],
  ["+1 555 867 5309", []],
  ["", ["short"]],
  ["nine char", ["short"]],
  ["👍👍🧵🧵🪡", ["short"]],
  ["password", ["short", "common"]],
  ["password123", ["common"]],
  ["P@ssw0rd2026!", ["common"]],
  ["Passwort-2026", ["common"]],
  ["SIFRE123456", ["common"]],
  ["Şifre12345!", ["common"]],
  ["GALATASARAY1905", ["common"]],
  ["iloveyou!!!", ["common"]],
  ["aaaaaaaaaaaa", ["common"]],
  ["abcabcabcabc", ["common"]],
  ["1234567890", ["common"]],
  ["0987654321", ["common"]],
  ["abcdefghijkl", ["common"]],
  ["qwertyuiop", ["common"]],
  ["poiuytrewq", ["common"]],
  ["1q2w3e4r5t", ["common"]],
  ["ada.kaya@acme.example", ["personal"]],
  ["Ada.Kaya@ACME.example", ["personal"]],
  ["adakaya12345", ["personal"]],
  ["ada kaya yilmaz", ["personal"]],
  ["YılmazKayaAda!", ["personal"]],
  ["adakaya-weaves-threads", []],
])("%s: %s", ([password, faults]) => {
  expect(passwordFaults(password, ada)).toEqual(faults);
});

test("a name or address that is not there forbids nothing", () => {
  expect(passwordFaults("a long thread", { email: "", name: "" })).toEqual([]);
});
