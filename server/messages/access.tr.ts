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
  "access.idle":
    "{minutes, plural, one {Şirketiniz bir dakika kullanılmayan oturumları sonlandırıyor. Yeniden oturum açın.} other {Şirketiniz # dakika kullanılmayan oturumları sonlandırıyor. Yeniden oturum açın.}}",
  "access.absolute":
    "{hours, plural, one {Şirketiniz oturumları açıldıktan bir saat sonra sonlandırıyor. Yeniden oturum açın.} other {Şirketiniz oturumları açıldıktan # saat sonra sonlandırıyor. Yeniden oturum açın.}}",
  "access.network":
    "Şirketiniz {address} adresine izin vermiyor. Şirketin ağını ya da VPN’ini kullanın ya da bir yöneticiden adresi eklemesini isteyin.",
  "access.token_age":
    "{days, plural, one {Şirketiniz jetonlara bir gün izin veriyor, bu jeton ise daha eski. Ayarlarda yenisini oluşturun.} other {Şirketiniz jetonlara # gün izin veriyor, bu jeton ise daha eski. Ayarlarda yenisini oluşturun.}}",
  "access.no_network":
    "“{text}” bir ağ değil. Adresi önek uzunluğuyla yazın, örneğin 203.0.113.0/24 ya da 2001:db8::/32.",
  "access.lockout":
    "Sizin adresiniz ({address}) bu ağların hiçbirinde değil: kendinizi dışarıda bırakırdınız. Adresinizin ağını ekleyin.",
  "access.proxy":
    "İstekler sunucuya, vekil olarak tanımadığı {proxy} üzerinden ulaşıyor; bu yüzden istemcilerin ağlarını ayırt edemiyor. İşletmen onu CLEW_TRUSTED_PROXIES ayarında belirtmelidir.",
  "oauth_client.unknown":
    "Burada böyle bir istemci kayıtlı değil ya da kaydının süresi doldu. Sizi buraya gönderen programda yeniden başlayın.",
  "oauth_client.redirect":
    "Sizi buraya gönderen program, yanıt için kaydetmediği bir adres belirtiyor. Devam etmeyin ve programın üreticisine bildirin.",
  "oauth_client.off":
    "Şirketiniz MCP istemcilerinin OAuth ile bağlanmasına izin vermiyor. Ayarlar > MCP jetonları bölümünden bir jeton kullanın.",
  "oauth_client.document":
    "İstemcinin {host} adresindeki belgesi okunamıyor ya da bir istemciyi tanımlamıyor: {reason}",
  "oauth_client.fault": "Bu programın isteği eksik, bu yüzden hiçbir yetki verilemiyor. Programda yeniden başlayın.",
  "oauth_client.no_write": "Bu program yalnızca okuma yetkisi istiyor.",
  "device.on": "{browser} ({system})",
  "device.unknown": "bilinmeyen bir program",
  "token.too_long": "{days, plural, one {Bir gün içinde biten bir süre seçin.} other {En çok # gün sonrasını seçin.}}",
};
