import type { ENGLISH_HOST_ACCESS } from "./hostAccess.en.ts";

/** Turkish texts about mirrored access, as ICU MessageFormat. */
export const TURKISH_HOST_ACCESS: Readonly<Record<keyof typeof ENGLISH_HOST_ACCESS, string>> = {
  "host_access.connect_first":
    "Önce {account} hesabınızı bağlayın: kaynağı {host} üzerinde kimin görebildiği her üyenin kendi hesabıyla sorulur.",
  "host_access.no_answer":
    "{host} yanıt vermedi. Biraz sonra yeniden deneyin ya da {account} hesabınızı yeniden bağlayın.",
  "host_access.unsupported":
    "Bu kaynak {host} üzerinde kimin görebildiğini izleyemez: üyeler burada {host} hesabı bağlayamaz ya da kaynak birden çok proje veya alanı kapsar.",
  "host_access.you_refused":
    "{host} bu kaynağı sizin {account} hesabınıza göstermiyor. Projeyi kendinize kapatmış olurdunuz.",
  "notification.access_closed": "{project} size kapandı: kaynaklarını barındırıcılarında kimin görebildiğini izliyor",
  "notification.access_opened": "{project} size yeniden açık",
};
