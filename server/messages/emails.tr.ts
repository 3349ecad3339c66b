import type { ENGLISH_EMAILS } from "./emails.en.ts";

/** Turkish texts of the mails. Names take no endings: the right one depends on their vowels, so the sentences are built around them. */
export const TURKISH_EMAILS: Readonly<Record<keyof typeof ENGLISH_EMAILS, string>> = {
  "email.hello": "Merhaba {name},",
  "email.hello_unnamed": "Merhaba,",
  "email.verification.subject": "Clew doğrulama kodunuz",
  "email.verification.intro": "{company} şirketindeki kaydınızı bu kodla tamamlayabilirsiniz:",
  "email.verification.after":
    "Kod {minutes} dakika geçerlidir. Kaydolan siz değilseniz bu e-postayı dikkate almayın: kod girilmeden hiçbir şey olmaz.",
  "email.account_exists.subject": "Zaten bir Clew hesabınız var",
  "email.account_exists.intro":
    "birisi Clew’a bu adresle kaydolmak istedi, ancak bu adresin zaten bir hesabı var. Kaydolmak yerine oturum açın:",
  "email.account_exists.action": "Oturum aç",
  "email.account_exists.forgot": "Parolanızı unuttuysanız yenisini buradan isteyin: {forgot}",
  "email.account_exists.after": "Bunu yapan siz değilseniz bir şey yapmanız gerekmez.",
  "email.password_reset.subject": "Clew parolanızı sıfırlayın",
  "email.password_reset.intro": "yeni parolanızı buradan belirleyebilirsiniz:",
  "email.password_reset.action": "Yeni parola belirle",
  "email.password_reset.validity":
    "Bağlantı bir kez ve {minutes} dakika boyunca çalışır. Ardından tüm oturumlarınız kapanır ve yeniden oturum açarsınız.",
  "email.password_reset.after": "Bunu siz istemediyseniz bu e-postayı dikkate almayın: parolanız değişmez.",
  "email.password_changed.subject": "Clew parolanız değiştirildi",
  "email.password_changed.intro": "hesabınızın parolası değiştirildi: {time}.",
  "email.password_changed.after":
    "Bunu yapan siz değilseniz hemen yeni bir parola belirleyin ve yöneticinize haber verin: {forgot}",
  "email.second_factor.subject": "Clew hesabınızın ikinci doğrulama yöntemi değiştirildi",
  "email.second_factor.passkey_added":
    "hesabınıza bir geçiş anahtarı eklendi: {time}. Bu anahtarla hesabınızda oturum açılabilir.",
  "email.second_factor.passkey_removed": "hesabınızdan bir geçiş anahtarı kaldırıldı: {time}.",
  "email.second_factor.app_added": "hesabınıza bir kimlik doğrulama uygulaması eklendi: {time}.",
  "email.second_factor.app_removed": "hesabınızdaki kimlik doğrulama uygulaması kaldırıldı: {time}.",
  "email.second_factor.codes_renewed":
    "hesabınız için yeni kurtarma kodları oluşturuldu: {time}. Eski kodlar artık geçersiz.",
  "email.second_factor.code_used": "hesabınızda bir kurtarma koduyla oturum açıldı: {time}. Bu kod artık geçersiz.",
  "email.second_factor.reset":
    "{by}, hesabınızdaki geçiş anahtarlarını, kimlik doğrulama uygulamasını ve kurtarma kodlarını kaldırdı: {time}. Parolanızla oturum açın ve ikinci doğrulama yöntemini yeniden kurun.",
  "email.second_factor.after":
    "Bunu beklemiyorsanız hemen parolanızı değiştirin, oturumlarınıza bakın ve yöneticinize haber verin: {settings}",
  "email.new_device.subject": "Clew hesabınızda yeni oturum",
  "email.new_device.intro": "hesabınızda bu aygıtla ilk kez oturum açıldı: {device}, {time}.",
  "email.new_device.intro_network": "hesabınızda bu aygıtla ilk kez oturum açıldı: {device}, adres: {network}, {time}.",
  "email.new_device.action": "Oturumlarınızı görün",
  "email.new_device.after":
    "Bu sizseniz bir şey yapmanız gerekmez. Değilse o oturumu sonlandırın, parolanızı değiştirin ve yöneticinize haber verin.",
  "email.token.action": "API jetonlarınızı açın",
  "email.token_created.subject": "Bir Clew API jetonu oluşturuldu: {token}",
  "email.token_created.intro":
    "hesabınız için “{token}” adlı API jetonu oluşturuldu: {time}. Son geçerlilik zamanı: {expires}.",
  "email.token_created.after":
    "Bunu yapan siz değilseniz jetonu iptal edin, parolanızı değiştirin ve yöneticinize haber verin: hesabınızı bir başkası kullanabiliyor.",
  "email.token_expiring.subject": "Clew API jetonunuzun süresi yakında doluyor: {token}",
  "email.token_expiring.intro": "hesabınızın “{token}” adlı API jetonunun süresi doluyor: {expires}.",
  "email.token_expiring.after":
    "Bir program bu jetona hâlâ gereksinim duyuyorsa o günden önce yeni bir jeton oluşturup programa verin.",
  "email.invitation.action": "Daveti kabul et",
  "email.invitation.after":
    "Davetin son geçerlilik zamanı: {time}. Göndereni tanımıyorsanız bu e-postayı dikkate almayın.",
  "email.company_invitation.subject": "Clew daveti: {company}",
  "email.company_invitation.by_operator":
    "{company} şirketine katılmaya davet edildiniz. Clew, bir kayıttan onunla ilgili koda, kişilere ve sayfalara götürür.",
  "email.company_invitation.by_person":
    "{by} sizi {company} şirketine katılmaya davet ediyor. Clew, bir kayıttan onunla ilgili koda, kişilere ve sayfalara götürür.",
  "email.project_invitation.subject": "Clew proje daveti: {project}",
  "email.project_invitation.intro":
    "{by} ({company}) sizi {project} projesine davet ediyor. Kodu, kayıtları ve kişileri tek yerde görmek için kaydolun.",
  "email.project_added.subject": "Artık {project} projesindesiniz",
  "email.project_added.intro": "{by} sizi Clew üzerinde {project} projesine ekledi.",
  "email.project_added.action": "Projeyi aç",
  "email.setup_test.subject": "Clew size e-posta gönderebiliyor",
  "email.setup_test.intro": "bu e-posta, e-posta sunucusunun sınanması için istendi ve ulaştı.",
  "email.setup_test.action": "Kurulumu aç",
  "email.notices.subject": "Clew: {count} yeni bildirim",
  "email.notices.intro": "sizi ilgilendirenler:",
  "email.notices.digest_subject": "Clew günlük özeti: {count} yeni",
  "email.notices.digest_intro": "dünden bu yana olanlar:",
  "email.notices.action": "Bildirimleri aç",
  "email.notices.others": "Ve {others} tane daha.",
  "email.notices.settings": "Hangi e-postaları alacağınızı buradan seçebilirsiniz: {settings}",
  "email.weekly.subject": "Clew’da haftanız",
  "email.weekly.intro": "haftanızın özeti:",
  "email.weekly.closed": "Kapattıklarınız",
  "email.weekly.reviewed": "İncelediğiniz istekler",
  "email.weekly.asked": "Sizden istenenler",
  "email.weekly.waiting": "Sizi bekleyenler",
  "email.weekly.searches": "Aramalarınızın yeni eşleşmeleri",
  "email.weekly.action": "Clew’u aç",
  "unsubscribe.button": "Bu e-postaları durdur",
  "unsubscribe.done": "Clew size artık bildirim e-postası göndermeyecek. Bildirimleri uygulamada bulabilirsiniz.",
  "unsubscribe.done_weekly": "Clew artık haftalık e-posta göndermez.",
  "unsubscribe.done_kind":
    "Clew artık şu konuda e-posta göndermeyecek: {kind}. Bu bildirimleri uygulamada bulabilirsiniz; diğer konulardaki e-postalar sürer.",
  "unsubscribe.invalid": "Bu bağlantı geçerli değil. E-postalarınızı ayarlardan seçin.",
  "unsubscribe.question": "Clew size bildirim e-postası göndermeyi bıraksın mı?",
  "unsubscribe.question_kind": "Clew şu konuda e-posta göndermeyi bıraksın mı: {kind}?",
  "unsubscribe.settings": "Bildirim ayarları",
};
