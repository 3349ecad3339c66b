import type { ENGLISH_SSO } from "./sso.en.ts";

/** Turkish texts about single sign-on. */
export const TURKISH_SSO: Readonly<Record<keyof typeof ENGLISH_SSO, string>> = {
  "field.ldap_attribute": "Tek bir özniteliğin adını girin, örneğin mail.",
  "field.ldap_filter":
    "Formdaki örnekte olduğu gibi, bir özniteliği adres yer tutucusuyla karşılaştıran bir filtre girin.",
  "field.ldap_server": "Sunucunun adresini girin, örneğin ldaps://ldap.example.org ya da ldap://ldap.example.org:389.",
  "sso.confirm":
    "Parola olmadan oturum açıyorsunuz. Oturumu kapatın, çoklu oturum açma ile yeniden oturum açın ve bunu yineleyin.",
  "sso.directory_unreachable":
    "Şirketinizin dizinine ulaşılamıyor. Daha sonra yeniden deneyin ya da şirketin bir yöneticisine sorun.",
  "sso.domain_known": "Bu sağlayıcıda bu alan adı zaten var.",
  "sso.domain_not_found": "Böyle bir alan adı yok.",
  "sso.domain_taken":
    "{domain} kullanıcılarını başka bir sağlayıcı içeri alıyor. Önce alan adını oradan kaldırın; o sağlayıcıyı tanımıyorsanız destekle iletişime geçin.",
  "sso.domain_unproven":
    "{domain} için bu metni taşıyan bir TXT kaydı henüz yok. Yeni bir kaydın görünmesi birkaç saat sürebilir.",
  "sso.domain_unreachable": "{domain} için hiçbir ad sunucusu yanıt vermedi. Daha sonra yeniden deneyin.",
  "sso.domains_limit": "Bir şirketin en çok {max} alan adı olabilir. Önce birini kaldırın.",
  "sso.expired": "Bu girişin süresi doldu ya da giriş daha önce kullanıldı. Baştan başlayın.",
  "sso.last_password_admin":
    "Parolayla oturum açabilen tek yönetici bu kişi. Önce Çoklu oturum açma bölümünde başka birini belirleyin.",
  "sso.ldap_answer": "Sunucu yanıt veriyor, ama bir LDAP dizini olarak değil. Adresi ve bağlantı noktasını denetleyin.",
  "sso.ldap_base": "Dizinde arama tabanının DN’sine sahip bir girdi yok ya da bağlanma DN’sinin onu okuma izni yok.",
  "sso.ldap_bind": "Dizin, bağlanma DN’sini bu parolayla kabul etmiyor. İkisini de yeniden girin.",
  "sso.ldap_certificates":
    "PEM biçiminde bir ya da birkaç sertifika yapıştırın; her biri -----BEGIN CERTIFICATE----- ile başlayıp -----END CERTIFICATE----- ile bitmeli.",
  "sso.ldap_found": "Dizin bağlanma DN’sini kabul ediyor ve {login} için bir girdisi var.",
  "sso.ldap_groups":
    "{count, plural, =0 {Girdide hiç grup yok.} one {Girdide # grup var.} other {Girdide # grup var.}}",
  "sso.ldap_identity":
    "Girdide ne entryUUID ne de objectGUID var ve DN’si saklanamayacak kadar uzun. Bağlanma DN’sine bunlardan birini okuma izni verin.",
  "sso.ldap_many":
    "{login} ile birden çok girdi eşleşiyor; bu adresle kimse oturum açamaz. Filtreyi ya da arama tabanını daraltın.",
  "sso.ldap_no_address": "{login} girdisinin adres özniteliğinde bir e-posta adresi yok.",
  "sso.ldap_no_password": "Bağlanma DN’sinin parolasını girin.",
  "sso.ldap_none":
    "Dizin bağlanma DN’sini kabul ediyor, ama arama tabanının altında {login} ile eşleşen bir girdi yok. Sınama kendi adresinizi arar; filtreyi ve arama tabanını denetleyin.",
  "sso.ldap_search":
    "Dizin aramayı reddediyor. Bağlanma DN’sinin izni olmayabilir ya da filtre dizinin bilmediği bir öznitelik kullanıyor olabilir.",
  "sso.ldap_start_tls":
    "Sunucu, Clew’in ldap:// için gerektirdiği StartTLS’yi kabul etmiyor. Sunucuda açın ya da ldaps:// kullanın.",
  "sso.metadata_other":
    "Bu üst veriler başka bir sağlayıcıya ait. Varlık kimliği (entity ID) {issuer} olmalı; başka bir sağlayıcıyı yeni olarak ekleyin.",
  "sso.metadata_wrong":
    "Bunlar bir SAML 2.0 sağlayıcısının kullanılabilir üst verileri değil ({reason}). HTTP-Redirect için bir giriş adresi ve en az 2048 bitlik bir RSA sertifikası olan tek bir sağlayıcının XML’i olmalı.",
  "sso.needs_password_admin": "Sağlayıcı çalışmadığında da parolayla oturum açabilecek en az bir yönetici belirleyin.",
  "sso.no_sign_out":
    "Sağlayıcı oturumu kapatmak için bir adres bildirmiyor; bu yüzden kullanıcıların oradaki oturumu kapatılamaz.",
  "sso.not_admin": "Şirketin yöneticilerinden seçin.",
  "sso.not_ready": "Önce bir sağlayıcıyı açın ve onun için bir alan adını doğrulayın.",
  "sso.plan":
    "Şirketinizin planında çoklu oturum açma yok. Parolanızla oturum açın ya da şirketin bir yöneticisine sorun.",
  "sso.provider_not_found": "Böyle bir sağlayıcı yok.",
  "sso.provider_unreachable":
    "Şirketinizin giriş sayfasına ulaşılamıyor. Daha sonra yeniden deneyin ya da şirketin bir yöneticisine sorun.",
  "sso.provider_wrong":
    "Şirketinizin girişi doğru kurulmamış. Şirketin bir yöneticisinden ayarlarda sınamasını isteyin.",
  "sso.providers_limit": "Bir şirketin en çok {max} sağlayıcısı olabilir. Önce birini kaldırın.",
  "sso.required": "Şirketiniz çoklu oturum açmayı zorunlu tutuyor. Parola yerine onunla oturum açın.",
  "sso.still_required":
    "Şirketinizdeki kişiler için çoklu oturum açma zorunlu ve bu değişiklik onlara giriş yolu bırakmaz. Önce zorunluluğu kaldırın.",
  "sso.test_certificates":
    "{count, plural, =0 {Sertifikalarından hiçbiri şu anda geçerli değil; kimse oturum açamaz. Sertifikayı sağlayıcıda yenileyin ve üst verilerini yeniden okuyun.} one {Sertifikalarından # tanesi geçerli.} other {Sertifikalarından # tanesi geçerli.}}",
  "sso.test_client_known": "Sağlayıcı, istemci kimliğini ve istemci gizli anahtarını kabul ediyor.",
  "sso.test_client_refused":
    "Sağlayıcı, istemci kimliğini ve istemci gizli anahtarını kabul etmiyor. İkisini de oradan yeniden kopyalayın.",
  "sso.test_client_unclear":
    "Sağlayıcı, istemci kimliğinin ve gizli anahtarın doğru olup olmadığını söylemiyor. Bir giriş deneyin.",
  "sso.test_discovered": "Sağlayıcı kendini {issuer} olarak tanıtıyor.",
  "sso.test_expiring":
    "Sertifikasının süresi 30 gün içinde doluyor. Daha önce sağlayıcıda yeni bir sertifika ekleyin ve üst verilerini yeniden okuyun.",
  "sso.test_groups_refused":
    "Son girişte {claim} içindeki gruplar okunamadı: sağlayıcı {max} gruptan fazlasını, grupların yerine bir adres ya da ad listesi olmayan bir değer gönderdi ya da UserInfo yanıt vermedi. Hiçbir rol verilmedi ve alınmadı. Sağlayıcının yalnızca Clew’e atanmış grupları göndermesini sağlayın.",
  "sso.test_keys":
    "{count, plural, =0 {İmza için hiçbir anahtar yayımlamıyor.} one {İmza için # anahtar yayımlıyor.} other {İmza için # anahtar yayımlıyor.}}",
  "sso.test_no_pkce": "Clew’in gerektirdiği S256 ile PKCE’yi kabul etmiyor. Sağlayıcıda açın.",
  "sso.test_no_secret": "Sağlayıcıdan aldığınız istemci kimliğini ve istemci gizli anahtarını girin.",
  "sso.test_not_provider": "{issuer} yanıt veriyor, ama tam bu adresin OpenID Connect sağlayıcısı olarak değil.",
  "sso.unknown_domain": "Bu adresle çoklu oturum açan bir şirket yok. Adresi denetleyin ya da parolanızla oturum açın.",
};
