import type { ENGLISH_SECURITY } from "./security.en.ts";

/** Turkish texts about second factors. */
export const TURKISH_SECURITY: Readonly<Record<keyof typeof ENGLISH_SECURITY, string>> = {
  "second_factor.app_code_wrong":
    "Kod doğru değil. Uygulamanın şu anda gösterdiği kodu girin ve cihazın saatinin doğru olduğunu denetleyin.",
  "second_factor.app_known": "Zaten bir kimlik doğrulama uygulaması kurulu. Önce onu kaldırın.",
  "second_factor.app_not_begun": "Kod bekleyen bir kimlik doğrulama uygulaması yok. Baştan başlayın.",
  "second_factor.app_not_found": "Kurulu bir kimlik doğrulama uygulaması yok.",
  "second_factor.code_wrong":
    "Kod doğru değil ya da daha önce kullanıldı. Uygulamanın gösterdiği sonraki kodu ya da başka bir kurtarma kodunu girin.",
  "second_factor.expired": "Bu girişin süresi doldu. Parolanızı yeniden girin.",
  "second_factor.none_yet": "Önce bir geçiş anahtarı ya da kimlik doğrulama uygulaması ekleyin.",
  "second_factor.passkey_known":
    "Bu geçiş anahtarı zaten bir hesaba ait. Başka bir cihaz ya da güvenlik anahtarı kullanın.",
  "second_factor.passkey_not_found": "Böyle bir geçiş anahtarı yok.",
  "second_factor.passkey_refused":
    "Geçiş anahtarı kabul edilmedi. Yeniden deneyin; anahtar hesabınızdan kaldırıldıysa başka bir yolla oturum açın.",
  "second_factor.passkeys_limit": "Bir hesabın en çok {max} geçiş anahtarı olabilir. Önce birini kaldırın.",
  "second_factor.last_required":
    "Şirketiniz ikinci bir doğrulama yöntemi zorunlu tutuyor. Bunu kaldırmadan önce başka bir yöntem ekleyin.",
  "second_factor.own_first":
    "Önce kendiniz için ikinci bir doğrulama yöntemi kurun: yoksa sizin oturumunuz da kapatılır.",
  "second_factor.required": "Şirketiniz ikinci bir doğrulama yöntemi zorunlu tutuyor. Önce onu kurun.",
  "second_factor.reset_none": "Bu kişinin ikinci bir doğrulama yöntemi yok.",
  "second_factor.reset_own":
    "Kendi ikinci doğrulama yönteminizi Ayarlar > Parola ve güvenlik bölümünde değiştirin ya da başka bir yöneticiden isteyin.",
};
