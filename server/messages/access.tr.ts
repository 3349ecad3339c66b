import type { ENGLISH_ACCESS } from "./access.en.ts";

/** Turkish texts about API tokens, sessions and what a company demands of them. */
export const TURKISH_ACCESS: Readonly<Record<keyof typeof ENGLISH_ACCESS, string>> = {
  "api_token.mistyped":
    "Bu API jetonu eksik ya da yanlış yazılmış. clew_pat_ ile başlayan metnin tamamını son karakterine kadar kopyalayın.",
  "api_token.wrong":
    "Bu API jetonu iptal edilmiş ya da sahibi artık oturum açamıyor. Ayarlar > API jetonları bölümünde yenisini oluşturun.",
  "api_token.expired": "Bu API jetonunun süresi doldu. Ayarlar > API jetonları bölümünde yenisini oluşturun.",
  "api_token.never": "Bu çağrıyı hiçbir API jetonu yapamaz. Bunun için hesabınızla oturum açın.",
  "api_token.scope":
    "Bu API jetonu yalnızca okur. Ayarlar > API jetonları bölümünde yazma yetkisi olan bir jeton oluşturun.",
  "api_token.limited":
    "Bu API jetonu bazı projelerle sınırlı, bu çağrı ise onlardan biriyle ilgili değil. Bir proje belirtin ya da tüm projeler için bir jeton oluşturun.",
  "api_token.session_instead": "Bu çağrı, onu yapan API jetonunu anlatır; bunu ise bir oturum yaptı.",
  "device.on": "{browser} ({system})",
  "device.unknown": "bilinmeyen bir program",
  "token.too_long": "{days, plural, one {Bir gün içinde biten bir süre seçin.} other {En çok # gün sonrasını seçin.}}",
};
